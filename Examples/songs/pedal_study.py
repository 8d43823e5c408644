"""A piano study in D-flat major that lives from the sustain pedal.

The left hand strikes its notes and lets go of them at once: only the pedal makes harmony of them.
The pedal is changed as a pianist does it, just after the new bass, which the finger holds until
the pedal is down again.
"""

from .smf import TICKS, Chance, Song, key, keys

BAR = 3 * TICKS
HALF = TICKS // 2

# A bar of one of the sections: left hand (six quavers), melody and alto as name:beats (`-` rests),
# and loudness (the melody's velocity). A `|` in the left hand is a change of pedal.
INTRODUCTION = [
    ("Db2 Ab2 F3 Db4 Ab3 F3", "", "", 74),
    ("Db2 Ab2 Gb3 Db4 Ab3 Gb3", "", "", 78),
]
FIRST = [
    ("Db2 Ab2 F3 Db4 Ab3 F3", "F5:2 Eb5:.5 F5:.5", "Ab4:3", 90),
    ("Bb1 F2 Db3 Ab3 F3 Db3", "Db5:2 Ab4:1", "F4:3", 86),
    ("Eb2 Bb2 Gb3 Db4 Bb3 Gb3", "Gb5:2 F5:.5 Gb5:.5", "Bb4:3", 91),
    ("Ab1 Eb2 C3 Gb3 Eb3 C3", "Eb5:2 C5:1", "Gb4:3", 87),
    ("F2 Db3 Ab3 Db4 Ab3 Db3", "Ab5:2 Gb5:.5 Ab5:.5", "Db5:3", 97),
    ("Gb2 Db3 Bb3 Db4 | Gb2 A3", "Bb5:1.5 Ab5:.5 Gb5:1", "Db5:2 A4:1", 102),
    ("Ab1 Ab2 F3 Db4 | Ab1 C4", "F5:2 Eb5:1", "Ab4:2 Gb4:1", 93),
    ("Db2 Ab2 Db3 Ab3 Db4 Ab3", "Db5:3", "Gb4:1 F4:2", 84),
]
SECOND = [
    ("Db2 Ab2 F3 Db4 Ab3 F3", "F5:1 Gb5:.5 F5:.5 Eb5:.5 F5:.5", "Ab4:3", 93),
    ("Bb1 F2 Db3 Ab3 F3 Db3", "Db5:1 Eb5:.5 Db5:.5 C5:.5 Ab4:.5", "F4:3", 91),
    ("Eb2 Bb2 Gb3 Db4 Bb3 Gb3", "Gb5:1 Ab5:.5 Gb5:.5 F5:.5 Gb5:.5", "Bb4:3", 98),
    ("Ab1 Eb2 C3 Gb3 Eb3 C3", "Eb5:1 F5:.5 Eb5:.5 Db5:.5 C5:.5", "Gb4:3", 95),
    ("F2 Db3 Ab3 Db4 Ab3 Db3", "Ab5:1.5 Bb5:.5 C6:.5 Db6:.5", "Db5:2 F5:1", 106),
    ("Gb2 Db3 Bb3 Db4 | Gb2 A3", "Db6:1 Bb5:1 A5:1", "Gb5:2 Db5:1", 112),
    ("Ab1 Eb2 Db3 Ab3 | Ab1 Gb3", "Ab5:2 Gb5:1", "Db5:2 C5:1", 102),
    ("Ab1 Eb2 C3 Gb3 Eb3 C3", "Eb5:2 C5:1", "Gb4:3", 87),
]
# The middle: a deep octave that only the pedal holds, a song in the tenor, chords above it.
# Bass, tenor (from the second quaver on), the chord, loudness.
MIDDLE = [
    ("C#1 C#2", "G#3:1.5 A3:.5 G#3:.5", "C#4 E4 G#4", 82),
    ("A0 A1", "C#4:1.5 B3:.5 A3:.5", "E4 G#4 C#5", 87),
    ("F#1 F#2", "A3:1.5 G#3:.5 F#3:.5", "C#4 E4 A4", 90),
    ("G#1 G#2", "C4:1.5 C#4:.5 D#4:.5", "F#4 G#4 C5", 97),
    ("E1 E2", "E4:1.5 D#4:.5 C#4:.5", "G#4 C#5 E5", 106),
    ("D1 D2", "F#4:1.5 E4:.5 D4:.5", "A4 D5 F#5", 118),
    ("G#1 G#2", "E4:1.5 D#4:.5 C#4:.5", "G#4 C#5 E5", 114),
]
# From this loudness on, the middle is full: octaves, and chords on the beat.
CLIMAX = 100
# The way back: the dominant, one line that the pedal gathers.
BRIDGE = ("Ab1 Eb2", "Eb6 C6 Gb5 Eb5 C5 Gb4", 93)
REPRISE = [
    ("Db2 Ab2 F3 Db4 Ab3 F3", "F5:2 Eb5:.5 F5:.5", "Ab4:3", 78),
    ("Bb1 F2 Db3 Ab3 F3 Db3", "Db5:2 Ab4:1", "F4:3", 74),
    ("Eb2 Bb2 Gb3 Db4 Bb3 Gb3", "Gb5:2 F5:.5 Gb5:.5", "Bb4:3", 78),
    ("Ab1 Eb2 C3 Gb3 Eb3 C3", "Eb5:2 C5:1", "Gb4:3", 74),
    ("Db2 Ab2 F3 Db4 Ab3 F3", "Db5:2 F5:.5 Db5:.5", "Ab4:3", 76),
    ("Db2 Db3 A3 Eb4 A3 Gb3", "Eb5:2 Db5:1", "A4:2 Gb4:1", 71),
]
FAREWELL = "Db2 Ab2 Db3 F3 Ab3 Db4 F4 Ab4 Db5 F5 Ab5 Db6"

# Quarter notes a minute at each beat of a four-bar phrase, in per cent of the section's tempo.
BREATH = (96, 99, 101, 103, 104, 104, 105, 104, 103, 101, 98, 93)


class Study:
    def __init__(self):
        bars = 34
        self.song = Song(end=(bars + 1) * BAR)
        self.conductor = self.song.track("Pedal Study")
        self.right = self.song.track("Right hand")
        self.left = self.song.track("Left hand")
        self.pedal = self.song.track("Pedal")
        self.chance = Chance(34)
        self.tick = 0

    def voice(self, track, tick, line, velocity, legato=1.02, octave=0):
        """A line of name:beats; the higher a note within it, the louder."""
        notes = [entry.split(":") for entry in line.split()]
        top = max((key(name) for name, _ in notes), default=0)
        for name, beats in notes:
            length = float(beats) * TICKS
            shading = (key(name) - top) / 2 + self.chance.around(2)
            late = self.chance.around(5)
            number = key(name) + 12 * octave
            track.note(tick + late, length * legato - late, number, velocity + shading)
            tick += length

    def change_pedal(self, tick):
        """Up just after the new bass, down again a fifth of a second later."""
        if tick > 0:
            self.pedal.control(tick + 24, 64, 0)
        self.pedal.control(tick + (150 if tick > 0 else 0), 64, 127)

    def arpeggio(self, figure, velocity):
        """Six quavers. The bass is held until the pedal has caught it, the others are touched."""
        quaver = 0
        changed = True
        self.change_pedal(self.tick)
        for name in figure.split():
            if name == "|":
                self.change_pedal(self.tick + quaver * HALF)
                changed = True
                continue
            at = self.tick + quaver * HALF + self.chance.around(6)
            accent = 6 if quaver == 0 else -4 + 3 * (quaver == 3)
            length = 190 if changed else 60
            self.left.note(at, length, key(name), velocity + accent + self.chance.around(3))
            changed = False
            quaver += 1

    def phrase(self, bars, octaves=()):
        for number, (figure, melody, alto, loudness) in enumerate(bars):
            self.arpeggio(figure, loudness - 16)
            self.voice(self.right, self.tick - 6, melody, loudness)
            self.voice(self.right, self.tick + 6, alto, loudness - 22, legato=0.97)
            if number in octaves:
                self.voice(self.right, self.tick + 2, melody, loudness - 10, octave=-1)
            self.tick += BAR

    def middle(self):
        for bass, tenor, chord, loudness in MIDDLE:
            self.change_pedal(self.tick)
            is_climax = loudness >= CLIMAX
            roots = keys(bass)
            if is_climax:
                roots.append(roots[0] + 7)
            for number in roots:
                self.left.note(self.tick + self.chance.around(3), 200, number, loudness + 8)
            self.voice(self.left, self.tick + HALF, tenor, loudness + 9)
            harmony = keys(chord)
            if is_climax:
                # A fifth in the bass, the chord with it and doubled above, the tenor below.
                harmony.append(harmony[0] + 12)
                for number in harmony:
                    self.right.note(self.tick + self.chance.around(3), 200, number, loudness + 9)
                self.voice(self.left, self.tick + HALF, tenor, loudness, octave=-1)
            softer = 6 if is_climax else 24
            for quaver in range(1, 6):
                for number in harmony:
                    at = self.tick + quaver * HALF + 4 + self.chance.around(4)
                    self.right.note(at, 70, number, loudness - softer + 4 * (quaver == 3))
            self.tick += BAR

    def bridge(self):
        bass, line, loudness = BRIDGE
        self.change_pedal(self.tick)
        for number in keys(bass):
            self.left.note(self.tick, 220, number, loudness)
        for quaver, number in enumerate(keys(line)):
            self.right.note(self.tick + quaver * HALF, 90, number, loudness - 4 * quaver)
        self.tick += BAR

    def farewell(self):
        """A rising chord of touched notes, gathered by one pedal, and a last chord into it.

        The pedal of the bar before stays down half a second into the new harmony: the minor
        sixth fades into the tonic over the same bass.
        """
        self.pedal.control(self.tick + 240, 64, 0)
        self.pedal.control(self.tick + 265, 64, 127)
        for step, number in enumerate(keys(FAREWELL)):
            # The first three are held until the pedal is down again.
            length = 280 - 120 * step if step < 2 else 50
            self.left.note(self.tick + step * TICKS // 4, length, number, 72 - step)
        self.tick += BAR
        for number, velocity in zip(keys("Db1 Db2 Ab4 Db5 F5"), (64, 68, 56, 58, 70)):
            self.right.note(self.tick + 4 * (number > 60), 2 * TICKS, number, velocity)
        # The keys are up, the chord rings on; then the dampers come down slowly.
        release = self.tick + BAR + TICKS
        for step, value in enumerate((112, 96, 80, 64, 48, 24, 0)):
            self.pedal.control(release + 40 * step, 64, value)
        self.tick += BAR

    def pace(self, bar, bars, tempo, ending=1.0):
        """Phrases of four bars that breathe; the last bar slows down to `ending`."""
        for beat in range(3 * bars):
            percent = BREATH[beat % 12] / 100
            left = 3 * bars - beat
            slower = 1 - (1 - ending) * (4 - left) / 3 if left <= 3 else 1.0
            self.conductor.tempo((bar * 3 + beat) * TICKS, tempo * percent * slower)

    def make(self):
        head = self.conductor
        head.meta(0, 0x02, b"CC0")
        head.meter(0, 3, 2)
        head.key_signature(0, -5, minor=False)
        head.key_signature(18 * BAR, 4, minor=True)
        head.key_signature(26 * BAR, -5, minor=False)
        for bar, text in (
            (0, "Introduction"), (2, "A"), (10, "A'"), (18, "B"),
            (25, "Bridge"), (26, "Reprise"), (32, "Farewell"),
        ):
            head.marker(bar * BAR, text)
        for bar, bars, tempo, ending in (
            (0, 2, 76, 0.92), (2, 8, 78, 0.8), (10, 8, 82, 0.72), (18, 7, 86, 0.84),
            (25, 1, 70, 0.62), (26, 6, 74, 0.7), (32, 3, 64, 0.8),
        ):
            self.pace(bar, bars, tempo, ending)
        self.left.program(0, 0)
        self.left.control(0, 7, 127)
        self.left.control(0, 10, 64)
        self.left.control(0, 91, 48)
        self.phrase(INTRODUCTION)
        self.phrase(FIRST)
        self.phrase(SECOND, octaves=(2, 3, 4, 5, 6))
        self.middle()
        self.bridge()
        self.pedal.control(self.tick, 67, 127)
        self.phrase(REPRISE)
        self.farewell()
        self.pedal.control(self.song.end - HALF, 67, 0)
        return self.song


def make():
    return Study().make()
