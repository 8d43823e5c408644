"""Chooses the notes of a file, and says when each event of them is sent."""

from typing import NamedTuple

# Milliseconds. All events are at multiples of STEP, the length of the peer's blocks.
STEP = 5
SOUND_OFF, SETUP, UP, REST = 200, 150, 100, 300
TAIL = 1000
PEDAL = 400
VELOCITIES = (40, 100)
VARIED = 3  # controllers, and key switches, that are tried at most
# Keys further out are played only where a file has no others.
USUAL = range(24, 97)
TOGETHER = ("legato", "first", "sw_previous", "off_by", "polyphony", "note_polyphony", "glide")


class Event(NamedTuple):
    """A message: `kind` is on, off, cc or wheel; a note-off has no value."""

    time: int
    kind: str
    number: int
    value: int


class Note(NamedTuple):
    """A note that is compared: the sound from `start`, for `hold` and the tail."""

    name: str
    key: int
    velocity: int
    start: int
    hold: int


class Plan:
    """The notes of a file, one after another, with all that is sent."""

    def __init__(self, hold):
        self.hold = round(hold * 1000 / (2 * STEP)) * 2 * STEP
        self.notes = []
        self.events = []
        self.length = REST

    def add(self, key, velocity, name="", before=(), during=(), after=()):
        """Adds a note. `before`, `during` and `after` are messages; the times of the latter two
        count from the note-on."""
        start = self.length + SOUND_OFF
        self.events.append(Event(self.length, "cc", 120, 0))
        self.events += [Event(start - offset, *message) for offset, *message in before]
        self.events.append(Event(start, "on", key, velocity))
        self.events += [Event(start + offset, *message) for offset, *message in during]
        self.events.append(Event(start + self.hold, "off", key, 0))
        self.events += [Event(start + offset, *message) for offset, *message in after]
        self.notes.append(Note(name, key, velocity, start, self.hold))
        self.length = start + self.hold + TAIL + REST

    def ordered(self):
        """The events in order of time; those of equal times as they were added."""
        return sorted(self.events, key=lambda event: event.time)

    def repeated(self, times):
        """The same, several times over: chance makes each pass different."""
        result = Plan(self.hold / 1000)
        result.length = self.length * times
        for index in range(times):
            shift = self.length * index
            result.events += [event._replace(time=event.time + shift) for event in self.ordered()]
            result.notes += [note._replace(start=note.start + shift) for note in self.notes]
        return result


def plan(source, count, hold):
    """The plan for a file: keys and velocities, and variants for what its opcodes respond to."""
    result = Plan(hold)
    keys = spread(usual(source), count)
    for key in keys:
        for velocity in VELOCITIES:
            result.add(key, velocity)
    middle = keys[len(keys) // 2]
    _controllers(result, source, middle)
    _wheel(result, source, middle)
    _switches(result, source, middle)
    _together(result, source, middle)
    return result


def usual(source):
    """The keys that are considered."""
    keys = source.keys()
    return [key for key in keys if key in USUAL] or keys or [60]


def spread(keys, count):
    """Some of the keys, evenly spaced, the first and the last among them."""
    if count == 1:
        return [keys[len(keys) // 2]]
    picked = [keys[index * (len(keys) - 1) // (count - 1)] for index in range(count)]
    return sorted(set(picked))


def _controllers(result, source, key):
    end = result.hold + TAIL
    for number in source.controllers()[:VARIED]:
        initial = source.initial(number)
        value = 127 if initial < 64 else 0
        back = (end, "cc", number, initial)
        result.add(
            key, 100, f"cc{number}={value}", before=[(SETUP, "cc", number, value)], after=[back]
        )
        result.add(
            key, 100, f"cc{number}→{value}",
            during=[(result.hold // 2, "cc", number, value)], after=[back],
        )


def _wheel(result, source, key):
    if not any("bend" in name for name in source.opcodes):
        return
    end = result.hold + TAIL
    back = (end, "wheel", 0, 0)
    result.add(key, 100, "wheel=8191", before=[(SETUP, "wheel", 0, 8191)], after=[back])
    result.add(key, 100, "wheel→-8192", during=[(result.hold // 2, "wheel", 0, -8192)], after=[back])


def _switches(result, source, key):
    for switch in source.switches("sw_last")[:VARIED]:
        tap = [(SETUP, "on", switch, 100), (UP, "off", switch, 0)]
        result.add(key, 100, f"sw_last={switch}", before=tap)
    for name in ("sw_down", "sw_up"):
        for switch in source.switches(name)[:VARIED]:
            held = [(SETUP, "on", switch, 100)]
            up = [(result.hold + TAIL, "off", switch, 0)]
            result.add(key, 100, f"{name}={switch}", before=held, after=up)


def _together(result, source, key):
    """Notes that overlap, and the pedal, where opcodes say that they matter."""
    half = result.hold // 2
    words = set(source.opcodes) | set(source.opcodes.get("trigger", []))
    if any(word.startswith(TOGETHER) for word in words):
        keys = usual(source)
        other = next((each for each in keys if each > key), keys[0])
        if other != key:
            up = [(result.hold, "off", other, 0)]
            result.add(key, 100, f"then {other}", during=[(half, "on", other, 100)], after=up)
        result.add(key, 100, "again", during=[(half, "on", key, 80)])
    if words & {"release", "release_key", "sustain_sw", "sostenuto_sw", "sustain_cc"}:
        up = [(result.hold + PEDAL, "cc", 64, 0)]
        result.add(key, 100, "pedal", before=[(SETUP, "cc", 64, 127)], after=up)
