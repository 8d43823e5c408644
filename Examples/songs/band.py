"""A quintet in A minor: drums, bass, electric piano, saxophone and strings, for one minute.

Sixteenths are swung; everybody is a little early or late, always in the same way.
"""

from .smf import TICKS, Chance, Song, key, keys

STEP = TICKS // 4  # a sixteenth
BAR = 16 * STEP
SWING = 18  # ticks by which every second sixteenth comes late

KICK, SNARE, GHOST, STICK, HAT, OPEN_HAT, PEDAL_HAT = 36, 38, 40, 37, 42, 46, 44
CRASH, RIDE, TAMBOURINE = 49, 51, 54
TOMS = (50, 47, 45, 43)

# The electric piano's chords; the bass has the root. A bar is a list of step, root and chord.
AM9 = "G3 B3 C4 E4"
D13 = "F#3 B3 C4 E4"
FMAJ9 = "G3 A3 C4 E4"
DM9 = "F3 A3 C4 E4"
G13 = "F3 A3 B3 E4"
E7_SHARP_9 = "G#3 B3 D4 G4"
E7_FLAT_9 = "G#3 B3 D4 F4"
BM7_FLAT_5 = "A3 B3 D4 F4"
VAMP = [[(0, "A1", AM9)], [(0, "D2", D13)]]
VERSE = [
    [(0, "A1", AM9)], [(0, "F1", FMAJ9)], [(0, "D2", DM9)], [(0, "E1", E7_SHARP_9)],
    [(0, "A1", AM9)], [(0, "F1", FMAJ9)],
    [(0, "B1", BM7_FLAT_5), (8, "E1", E7_FLAT_9)], [(0, "A1", AM9), (8, "G1", DM9)],
]
BRIDGE = [
    [(0, "C2", "G3 B3 D4 E4")], [(0, "B1", "G3 A3 D4")], [(0, "Bb1", "F3 A3 C4 D4")],
    [(0, "A1", "G3 Bb3 C#4 E4")], [(0, "D2", DM9)], [(0, "G1", DM9), (8, "G1", G13)],
    [(0, "C2", "G3 B3 D4 E4")], [(0, "E1", "A3 B3 D4 E4"), (8, "E1", "G#3 B3 D4 E4")],
]
LAST = VERSE[:6] + [VERSE[6], [(0, "A1", "G3 B3 C4 E4 A4")]]

# The saxophone, a line to a bar: step:name:steps.
VERSE_TUNE = [
    "4:E5:3 7:D5:1 8:C5:2 10:A4:5",
    "6:C5:2 8:D5:2 10:E5:2 12:G5:4",
    "0:F5:6 6:E5:2 8:D5:2 10:A4:4",
    "4:B4:2 6:D5:2 8:G5:2 10:E5:5",
    "4:E5:3 7:D5:1 8:C5:2 10:A4:2 12:B4:2 14:C5:2",
    "0:E5:6 6:D5:2 8:C5:2 10:A4:5",
    "2:B4:2 4:D5:2 6:F5:2 8:G#5:3 11:F5:1 12:E5:2 14:D5:2",
    "0:C5:4 4:A4:6 12:C5:2 14:D5:2",
]
BRIDGE_TUNE = [
    "0:E5:8 8:G5:6 14:A5:2",
    "0:G5:10 10:D5:2 12:E5:4",
    "0:F5:8 8:A5:6 14:G5:2",
    "0:G5:6 6:E5:2 8:C#5:6 14:E5:2",
    "0:F5:8 8:A5:4 12:C6:4",
    "0:A5:6 6:G5:2 8:B5:4 12:A5:4",
    "0:G5:8 8:D5:2 10:E5:5",
    "0:A5:7 8:G#5:4 12:F5:2 14:D5:2",
]
LAST_TUNE = [
    "0:C5:1 2:D5:1 3:D#5:1 4:E5:3 7:D5:1 8:C5:2 10:A4:2 12:C5:2 14:D5:2",
    "0:E5:4 6:C5:2 8:D5:1 9:E5:1 10:G5:2 12:A5:4",
    "0:C6:3 3:A5:1 4:G5:2 6:F5:4 10:E5:2 12:D5:2 14:A4:2",
    "2:B4:2 4:D5:2 6:F5:1 7:G5:5 12:G#5:4",
    "0:A5:6 6:G5:1 7:E5:1 8:D5:2 10:C5:2 12:A4:4",
    "0:G5:1 1:A5:5 6:G5:2 8:E5:2 10:C5:2 12:D5:2 14:E5:2",
    "0:F5:3 3:D5:1 4:B4:2 6:D5:2 8:G#5:3 11:F5:1 12:E5:2 14:D5:2",
    "0:E5:14",
]
# The strings, a chord or two to a bar.
BRIDGE_STRINGS = [
    "E4 B4 G5", "D4 B4 G5", "D4 A4 F5", "C#4 A4 E5", "C4 A4 F5",
    "D4 A4 F5 | D4 B4 F5", "D4 B4 G5", "D4 A4 E5 | D4 G#4 E5",
]
LAST_STRINGS = [
    "C4 G4 E5", "C4 A4 E5", "C4 A4 F5", "D4 G#4 B4", "C4 G4 E5", "C4 A4 E5",
    "D4 A4 F5 | D4 G#4 F5", "C4 A4 E5",
]

SECTIONS = [
    ("Intro", VAMP * 2), ("A", VERSE), ("B", BRIDGE), ("A'", LAST),
]
BARS = sum(len(bars) for _, bars in SECTIONS)
TEMPO = 108


def swung(step):
    return step * STEP + (SWING if step % 2 else 0)


class Band:
    def __init__(self):
        # One bar more, for the last chord.
        self.song = Song(end=(BARS + 1) * BAR)
        self.conductor = self.song.track("Band")
        self.drums = self.player("Drums", 9, 0, volume=127, pan=64, reverb=24)
        self.bass = self.player("Bass", 1, 33, volume=124, pan=64, reverb=8)
        self.keys = self.player("Electric Piano", 2, 4, volume=106, pan=44, reverb=36)
        self.lead = self.player("Saxophone", 3, 64, volume=122, pan=72, reverb=52)
        self.strings = self.player("Strings", 4, 48, volume=66, pan=86, reverb=60)
        self.chance = Chance(108)

    def player(self, name, channel, program, volume, pan, reverb):
        track = self.song.track(name, channel)
        track.program(0, program)
        track.control(0, 7, volume)
        track.control(0, 10, pan)
        track.control(0, 91, reverb)
        return track

    def hit(self, bar, step, number, velocity):
        at = bar * BAR + swung(step) + self.chance.around(3)
        self.drums.note(at, 50, number, velocity + 14 + self.chance.around(5))

    # Drums

    def groove(self, bar, section, number, is_last):
        """A bar of drums; a fill ends a section."""
        if section == "Intro" and number < 2:
            for step in range(0, 16, 2):
                self.hit(bar, step, HAT, 74 if step % 4 == 0 else 58)
            self.hit(bar, 4, STICK, 84)
            self.hit(bar, 12, STICK, 84)
            self.hit(bar, 0, KICK, 92)
            return
        end = 8 if is_last else 16
        cymbal = RIDE if section == "B" else HAT
        for step in range(0, end):
            if step % 2 == 0 and not (step == 14 and number % 2 and cymbal == HAT):
                self.hit(bar, step, cymbal, 84 if step % 4 == 0 else 66)
            elif step in (7, 11) and cymbal == HAT:
                self.hit(bar, step, HAT, 48)
        if section == "B":
            for step in (4, 12):
                self.hit(bar, step, PEDAL_HAT, 70)
        elif number % 2 and end == 16:
            self.hit(bar, 14, OPEN_HAT, 76)
        if section == "A'":
            for step in range(2, end, 4):
                self.hit(bar, step, TAMBOURINE, 62)
        kicks = (0, 7, 10) if number % 2 == 0 else (0, 3, 10, 13)
        for step in kicks:
            if step < end:
                self.hit(bar, step, KICK, 104 if step == 0 else 92)
        for step, velocity in ((4, 102), (9, 36), (12, 104), (15, 40)):
            if step < end:
                self.hit(bar, step, SNARE if velocity > 90 else GHOST, velocity)
        if number == 0:
            self.hit(bar, 0, CRASH, 96)
        if is_last:
            self.fill(bar)

    def fill(self, bar):
        """Half a bar that falls over the toms and grows."""
        hits = ((8, SNARE), (9, SNARE), (10, TOMS[0]), (11, TOMS[0]), (12, TOMS[1]),
                (13, TOMS[2]), (14, TOMS[3]), (15, TOMS[3]))
        for count, (step, number) in enumerate(hits):
            self.hit(bar, step, number, 78 + 5 * count)
        self.hit(bar, 8, KICK, 90)
        self.hit(bar, 12, KICK, 96)

    # Bass

    def walk(self, bar, chords, following):
        """Root, octave and fifth, and a step from below or above into the next root."""
        for place, (step, root, _) in enumerate(chords):
            low = key(root)
            after = chords[place + 1][1] if place + 1 < len(chords) else following
            approach = key(after) + (-1 if key(after) >= low else 1)
            if len(chords) == 1:
                figure = ((0, low, 5, 104), (6, low + 12, 1, 84), (7, low, 2, 92),
                          (10, low + 7, 3, 94), (13, low + 12, 1, 80), (14, approach, 2, 92))
            else:
                figure = ((0, low, 3, 104), (4, low + 7, 1, 86), (6, approach, 2, 92))
            for offset, number, length, velocity in figure:
                # A little behind the drums.
                at = bar * BAR + swung(step + offset) + 5 + self.chance.around(3)
                self.bass.note(
                    at, length * STEP - 24, number, velocity + self.chance.around(4))

    # Electric piano

    def comp(self, bar, chords, is_odd):
        """Short chords around the beat."""
        for place, (step, _, names) in enumerate(chords):
            end = chords[place + 1][0] if place + 1 < len(chords) else 16
            rhythm = ((0, 5), (7, 1), (10, 3)) if not is_odd else ((2, 1), (6, 2), (11, 4))
            if end - step == 8:
                rhythm = ((0, 3), (6, 1))
            for offset, length in rhythm:
                self.chord(bar, step + offset, length * STEP - 20, names, 78)

    def spread(self, bar, chords):
        """Broken chords that the pedal joins; it is changed just after each new harmony."""
        for place, (step, _, names) in enumerate(chords):
            end = chords[place + 1][0] if place + 1 < len(chords) else 16
            at = bar * BAR + step * STEP
            self.keys.control(at + 20, 64, 0)
            self.keys.control(at + 90, 64, 127)
            self.chord(bar, step, STEP, names, 74)
            notes = keys(names)
            for count, offset in enumerate(range(4, end - step, 2)):
                number = notes[count % len(notes)] + 12
                when = at + swung(offset) + self.chance.around(4)
                self.keys.note(when, STEP, number, 66 + self.chance.around(5))

    def chord(self, bar, step, length, names, velocity):
        at = bar * BAR + swung(step) + self.chance.around(4)
        for place, number in enumerate(keys(names)):
            self.keys.note(at + 2 * place, length, number, velocity + self.chance.around(5))

    # Saxophone

    def blow(self, bar, line, velocity):
        notes = [entry.split(":") for entry in line.split()]
        for place, (step, name, steps) in enumerate(notes):
            at = bar * BAR + swung(int(step)) + 6 + self.chance.around(5)
            length = int(steps) * STEP
            if place == 0:
                # Into the first note of a phrase from below.
                for part in range(5):
                    self.lead.bend(at + 16 * part, -60 + 15 * part)
            if length >= 4 * STEP:
                self.vibrato(at, length)
            accent = 6 if int(step) % 4 == 0 else 0
            self.lead.note(at, length - 12, key(name), velocity + accent + self.chance.around(4))

    def vibrato(self, at, length):
        """A long note swells, then moves."""
        for part in range(6):
            self.lead.control(at + length * part // 6, 11, 100 + 5 * part)
            self.lead.control(at + length * part // 6, 1, 0 if part < 2 else 12 * (part - 1))
        self.lead.control(at + length - 6, 1, 0)
        self.lead.control(at + length - 6, 11, 112)

    # Strings

    def bow(self, bar, names, is_last=False):
        at = bar * BAR
        for part in range(8):
            swell = 84 + 5 * (part if part < 5 else 8 - part)
            self.strings.control(at + part * BAR // 8, 11, swell)
        chords = names.split(" | ")
        length = BAR // len(chords)
        for place, chord in enumerate(chords):
            for number in keys(chord):
                when = at + place * length + self.chance.around(6)
                self.strings.note(when, length - 20 + BAR * is_last, number, 76)

    def play(self, name, bars, first):
        self.conductor.marker(first * BAR, name)
        for number, chords in enumerate(bars):
            bar = first + number
            is_end = bar == BARS - 1
            following = bars[number + 1][0][1] if number + 1 < len(bars) else "A1"
            if is_end:
                self.finish(bar, chords[0])
            else:
                self.groove(bar, name, number, number == len(bars) - 1)
                if name != "Intro" or number >= 2:
                    self.walk(bar, chords, following)
                if name == "B":
                    self.spread(bar, chords)
                else:
                    self.comp(bar, chords, number % 2 == 1)
            if name == "A":
                self.blow(bar, VERSE_TUNE[number], 94)
            elif name == "B":
                self.blow(bar, BRIDGE_TUNE[number], 98)
                self.bow(bar, BRIDGE_STRINGS[number])
            elif name == "A'":
                self.blow(bar, LAST_TUNE[number], 102)
                self.bow(bar, LAST_STRINGS[number], is_end)
        if name == "B":
            self.keys.control((first + len(bars)) * BAR + 20, 64, 0)

    def finish(self, bar, chord):
        """The last chord: all together, and it rings."""
        _, root, names = chord
        for number, velocity in ((KICK, 110), (CRASH, 104), (SNARE, 96)):
            self.hit(bar, 0, number, velocity)
        self.bass.note(bar * BAR, 2 * BAR - 240, key(root), 104)
        self.keys.control(bar * BAR + 30, 64, 127)
        self.chord(bar, 0, 2 * STEP, names, 84)
        self.keys.control((bar + 2) * BAR, 64, 0)

    def make(self):
        head = self.conductor
        head.meta(0, 0x02, b"CC0")
        head.tempo(0, TEMPO)
        head.meter(0, 4, 2)
        head.key_signature(0, 0, minor=True)
        # The last bars slow down.
        for beat in range(4):
            head.tempo((BARS - 2) * BAR + (4 + beat) * TICKS - 2 * TICKS, TEMPO - 7 * (beat + 1))
        first = 0
        for name, bars in SECTIONS:
            self.play(name, bars, first)
            first += len(bars)
        return self.song


def make():
    return Band().make()
