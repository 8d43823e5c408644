"""A Standard MIDI File, format 1, from absolute ticks."""

TICKS = 480  # to a quarter note

_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def key(name):
    """The MIDI key of a name such as Ab4 or F#2; C4 is 60."""
    accidentals = name[1:].rstrip("0123456789")
    octave = int(name[1 + len(accidentals):])
    shift = accidentals.count("#") - accidentals.count("b")
    return 12 * (octave + 1) + _STEPS[name[0]] + shift


def keys(names):
    return [key(name) for name in names.split()]


class Chance:
    """The same small irregularities on every run (Numerical Recipes' 32-bit generator)."""

    def __init__(self, seed):
        self.state = seed

    def around(self, width):
        """An integer from -width to width."""
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 16) % (2 * width + 1) - width


class Track:
    def __init__(self, name, channel=0):
        self.channel = channel
        self.events = []  # (tick, rank, order, bytes)
        self.notes = []  # [start, end, key, velocity]
        self.meta(0, 0x03, name.encode())

    def add(self, tick, data, rank=1):
        self.events.append((max(0, round(tick)), rank, len(self.events), bytes(data)))

    def meta(self, tick, kind, data):
        self.add(tick, bytes([0xFF, kind]) + _length(len(data)) + bytes(data), rank=0)

    def tempo(self, tick, beats_per_minute):
        self.meta(tick, 0x51, round(60_000_000 / beats_per_minute).to_bytes(3, "big"))

    def meter(self, tick, numerator, denominator_power):
        self.meta(tick, 0x58, [numerator, denominator_power, 24, 8])

    def key_signature(self, tick, sharps, minor):
        self.meta(tick, 0x59, [sharps & 0xFF, int(minor)])

    def marker(self, tick, text):
        self.meta(tick, 0x06, text.encode())

    def lyric(self, tick, text):
        self.meta(tick, 0x05, text.encode("ascii"))

    def port(self, number):
        """The port of all that follows, from 1; it has to come before any message."""
        self.meta(0, 0x21, [number - 1])

    def program(self, tick, number):
        self.add(tick, [0xC0 | self.channel, number])

    def control(self, tick, number, value):
        self.add(tick, [0xB0 | self.channel, number, max(0, min(127, round(value)))])

    def bend(self, tick, cents):
        """A bend within the default range of two semitones."""
        value = max(0, min(16383, 8192 + round(cents / 200 * 8192)))
        self.add(tick, [0xE0 | self.channel, value & 0x7F, value >> 7])

    def note(self, tick, length, number, velocity):
        start = max(0, round(tick))
        end = start + max(1, round(length))
        self.notes.append([start, end, number, max(1, min(127, round(velocity)))])

    def bytes(self, end):
        """The chunk; a key that is struck again while it is down is let go first."""
        events = list(self.events)
        sounding = {}
        for note in sorted(self.notes):
            earlier = sounding.get(note[2])
            if earlier:
                earlier[1] = min(earlier[1], note[0])
            sounding[note[2]] = note
        for start, stop, number, velocity in sorted(self.notes):
            if stop <= start:
                raise ValueError(f"key {number} is struck twice at tick {start}")
            events.append((start, 3, number, bytes([0x90 | self.channel, number, velocity])))
            events.append((stop, 2, number, bytes([0x80 | self.channel, number, 64])))
        body = bytearray()
        now = 0
        for tick, _, _, data in sorted(events):
            body += _length(tick - now) + data
            now = tick
        if now > end:
            raise ValueError(f"an event at tick {now} is after the end, {end}")
        body += _length(end - now) + b"\xFF\x2F\x00"
        return b"MTrk" + len(body).to_bytes(4, "big") + bytes(body)


class Song:
    def __init__(self, end):
        self.end = end
        self.tracks = []

    def track(self, name, channel=0):
        self.tracks.append(Track(name, channel))
        return self.tracks[-1]

    def bytes(self):
        words = (1, len(self.tracks), TICKS)
        header = b"MThd" + (6).to_bytes(4, "big")
        header += b"".join(word.to_bytes(2, "big") for word in words)
        return header + b"".join(track.bytes(self.end) for track in self.tracks)


def _length(value):
    """A variable-length quantity."""
    data = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        data.insert(0, value & 0x7F | 0x80)
    return bytes(data)
