"""A procession in D major for an orchestra of 27 parts: strings, woodwind and harp on port 1,
brass, bells, choir and drums on port 2.

Both ports use the same channel numbers for different instruments: a player that forgets the port
lets the trumpet play on the viola's channel.
"""

from .lines import check, notes
from .smf import TICKS, Chance, Song, key, keys

BAR = 4 * TICKS
BARS = 33
TEMPO = 108

# Name, port, channel (both from 1), program, volume, pan, reverb.
PLAYERS = [
    ("Violin I", 1, 1, 48, 104, 36, 64), ("Violin II", 1, 2, 48, 92, 46, 64),
    ("Viola", 1, 3, 48, 96, 74, 64), ("Cello", 1, 4, 42, 108, 84, 56),
    ("Contrabass", 1, 5, 43, 112, 92, 48), ("Flute", 1, 6, 73, 96, 56, 72),
    ("Piccolo", 1, 7, 72, 92, 50, 72), ("Oboe", 1, 8, 68, 104, 68, 68),
    ("Clarinet", 1, 9, 71, 100, 58, 68), ("Percussion", 1, 10, 48, 100, 64, 72),
    ("Bassoon", 1, 11, 70, 100, 72, 64), ("Tremolo", 1, 12, 44, 92, 60, 64),
    ("Pizzicato", 1, 13, 45, 108, 70, 64), ("Harp", 1, 14, 46, 104, 28, 72),
    ("Horn I", 2, 1, 60, 104, 48, 80), ("Horn II", 2, 2, 60, 96, 42, 80),
    ("Trumpet", 2, 3, 56, 122, 78, 72), ("Trombone", 2, 4, 57, 116, 86, 72),
    ("Tuba", 2, 5, 58, 104, 90, 64), ("Timpani", 2, 6, 47, 116, 64, 80),
    ("Glockenspiel", 2, 7, 9, 116, 40, 80), ("Tubular Bells", 2, 8, 14, 108, 96, 88),
    ("Choir", 2, 9, 52, 84, 64, 96), ("Drums", 2, 10, 0, 116, 64, 56),
    ("Celesta", 2, 11, 8, 122, 36, 80), ("Organ", 2, 12, 19, 56, 64, 88),
    ("Xylophone", 2, 13, 13, 124, 54, 72),
]

# A line to a bar: soprano, alto, tenor, bass.
FANFARE = [
    ("D5:1 A4:.5 A4:.5 D5:1 F#5:1", "F#4:4", "D4:4", "D3:4"),
    ("F#5:1.5 E5:.5 D5:2", "F#4:4", "D4:4", "B2:4"),
    ("B4:1 D5:.5 D5:.5 G5:1 F#5:1", "G4:4", "D4:4", "G2:4"),
    ("E5:1 E5:.5 F#5:.5 E5:2", "E4:4", "C#4:4", "A2:4"),
]
FANFARE_TROMBONE = ["A3:4", "B3:4", "B3:4", "A3:4"]
THEME = [
    ("D5:1.5 E5:.5 F#5:1 A5:1", "A4:2 D5:2", "F#4:2 A4:2", "D3:3 C#3:1"),
    ("B5:1.5 A5:.5 F#5:2", "D5:4", "F#4:4", "B2:2 A2:2"),
    ("G5:1 B5:.5 A5:.5 G5:1 E5:1", "D5:4", "B4:4", "G2:2 E2:2"),
    ("E5:1.5 F#5:.5 E5:2", "C#5:4", "A4:4", "A2:4"),
    ("D5:1.5 E5:.5 F#5:1 A5:1", "A4:2 D5:2", "F#4:2 A4:2", "D3:4"),
    ("B5:1.5 C#6:.5 D6:1 B5:1", "D5:4", "G4:4", "G2:2 E2:2"),
    ("A5:1 G5:1 F#5:1 E5:1", "D5:3 C#5:1", "F#4:3 G4:1", "A2:4"),
    ("D5:3 -:1", "A4:3 -:1", "F#4:3 -:1", "D3:3 -:1"),
]
THEME_CHORDS = [
    "D4 F#4 A4", "B3 D4 F#4", "G3 B3 D4", "A3 C#4 E4", "D4 F#4 A4", "G3 B3 D4", "A3 D4 F#4",
    "D4 F#4 A4",
]
DIALOGUE = {
    "Oboe": (0, ["F#5:1.5 G5:.5 F#5:1 D5:1", "E5:1 G5:1 F#5:1 A#4:1"]),
    "Bassoon": (0, ["B2:2 D3:2", "E3:2 F#3:2"]),
    "Horn I": (2, ["B4:1.5 C#5:.5 B4:1 G4:1", "A4:1 C#5:1 D5:2"]),
    "Flute": (4, ["D6:1.5 C#6:.5 B5:1 G5:1", "F#5:1 A#5:1 B5:2"]),
    "Clarinet": (4, ["B5:1.5 A5:.5 G5:1 D5:1", "C#5:1 E5:1 D5:2"]),
}
# The notes that are plucked, and the chords that the celesta breaks: bass and chord at each half
# bar.
PLUCKED = {
    0: ("B2 | F#3 B3 D4", "D3 | F#3 B3 D4"), 1: ("E3 | G3 B3 E4", "F#2 | F#3 A#3 E4"),
    4: ("G2 | G3 B3 D4", "B2 | G3 B3 D4"), 5: ("A#2 | F#3 C#4 E4", "B2 | F#3 B3 D4"),
}
CELESTA = {2: ("G4 B4 D5 G5", "G4 B4 D5 G5"), 3: ("A4 C#5 E5 A5", "F#4 A4 D5 F#5")}
# Bars 7 and 8 of the dialogue: all climb over a pedal.
CLIMB = {
    "Violin I": ["E5:1 F#5:1 G5:1 A5:1", "B5:1 C#6:1 D6:1 E6:1"],
    "Violin II": ["C#5:1 D5:1 E5:1 F#5:1", "G5:1 A5:1 B5:1 C#6:1"],
    "Tremolo": ["A3+A4:4", "A3+A4:4"],
    "Cello": ["A2:4", "A2:4"],
    "Contrabass": ["A1:4", "A1:4"],
    "Horn I": ["-:2 E4:1 G4:1", "A4:4"],
    "Horn II": ["-:2 C#4:1 E4:1", "E4:4"],
    "Trumpet": ["-:4", "A4:.5 A4:.25 A4:.25 A4:1 E5:.5 E5:.25 E5:.25 E5:1"],
    "Trombone": ["A3:4", "A3:4"],
}
CODA = [
    ("D5:3 F5:1", "Bb4:4", "F4:4", "Bb2:4"),
    ("E5:4", "G4:4", "C4:4", "C3:4"),
    ("E5:4", "G4:4", "A3:4", "C#3:4"),
    ("D5:4", "F#4:4", "A3:4", "D3:4"),
]
CODA_BELLS = ["Bb4", "C5", "A4", "D5"]
CODA_CHORDS = ["Bb3 D4 F4", "C4 E4 G4", "A3 C#4 E4", "D4 F#4 A4"]

# Drums of General MIDI. A pattern has a digit for each semiquaver: loudness, or a point for none.
SNARE, BASS_DRUM, CYMBAL, TRIANGLE = 38, 36, 49, 81
MARCH = "7..3.33.7.3.7333"
D_MAJOR = (1, 2, 4, 6, 7, 9, 11)
INTRO, FIRST, TALK, TUTTI, END = 0, 4, 12, 20, 28


class Procession:
    def __init__(self):
        self.song = Song(end=BARS * BAR)
        self.conductor = self.song.track("Procession")
        self.parts = {}
        for name, port, channel, program, volume, pan, reverb in PLAYERS:
            track = self.song.track(name, channel - 1)
            track.port(port)
            track.program(0, program)
            track.control(0, 7, volume)
            track.control(0, 10, pan)
            track.control(0, 91, reverb)
            self.parts[name] = track
        self.chance = Chance(27)

    def line(self, name, bar, text, velocity, octave=0, gap=20):
        """A bar for one player, with a weight on the beats."""
        check([text], BAR)
        for tick, length, number in notes(text):
            weight = 6 if tick == 0 else 2 if tick % TICKS == 0 else -4
            at = bar * BAR + tick + self.chance.around(4)
            self.parts[name].note(
                at, length - gap, number + 12 * octave,
                velocity + weight + self.chance.around(3))

    def pattern(self, name, bar, number, digits, louder=0):
        for step, digit in enumerate(digits):
            if digit != ".":
                at = bar * BAR + step * BAR // len(digits) + self.chance.around(2)
                self.parts[name].note(at, 60, number, 12 * int(digit) + 16 + louder)

    def roll(self, name, bar, bars, number, first, last):
        """Demisemiquavers that grow."""
        count = 32 * bars
        for stroke in range(count):
            velocity = first + (last - first) * stroke / count + self.chance.around(3)
            self.parts[name].note(bar * BAR + stroke * TICKS // 8, 50, number, velocity)

    def swell(self, names, bar, bars, first, last):
        for name in names:
            for step in range(16 * bars):
                value = first + (last - first) * step / (16 * bars)
                self.parts[name].control(bar * BAR + step * TICKS // 4, 11, value)
            self.parts[name].control((bar + bars) * BAR, 11, 116)

    def harp(self, bar, names, velocity=70):
        """A chord broken upwards over two octaves and back, in quavers."""
        chord = keys(names)
        chord += [number + 12 for number in chord]
        for step, place in enumerate((0, 1, 2, 3, 4, 3, 2, 1)):
            at = bar * BAR + step * TICKS // 2 + self.chance.around(5)
            self.parts["Harp"].note(at, TICKS, chord[place], velocity + self.chance.around(4))

    def fanfare(self):
        """Brass; the strings answer with scales."""
        for number, (soprano, alto, tenor, bass) in enumerate(FANFARE):
            bar = INTRO + number
            self.line("Trumpet", bar, soprano, 94, gap=50)
            self.line("Horn I", bar, alto, 84)
            self.line("Horn II", bar, tenor, 82)
            self.line("Trombone", bar, FANFARE_TROMBONE[number], 82)
            self.line("Tuba", bar, bass, 84, octave=-1)
            root = key("D3") if number < 3 else key("A2")
            if number in (0, 3):
                strokes = "7...5.5.7......." if number else "7...5.5.7...7..."
                self.pattern("Timpani", bar, root, strokes)
            self.pattern("Percussion", bar, SNARE, "5..2.22.5......." if number % 2 else MARCH, -20)
        for bar, first in ((1, "B4"), (3, "A4")):
            low = key(first)
            scale = [n for n in range(low, low + 14) if n % 12 in D_MAJOR]
            for step, number in enumerate(scale[:8]):
                at = bar * BAR + 2 * TICKS + step * TICKS // 4
                for name, shift in (("Violin I", 0), ("Violin II", -12), ("Flute", 12)):
                    self.parts[name].note(at, 130, number + shift, 70 + 4 * step)
        self.pattern("Drums", INTRO, CYMBAL, "5...............", -10)

    def theme(self):
        """Strings and harp; the wind comes in with the second half."""
        for number, (soprano, alto, tenor, bass) in enumerate(THEME):
            bar = FIRST + number
            self.line("Violin I", bar, soprano, 86)
            self.line("Violin II", bar, alto, 72)
            self.line("Viola", bar, tenor, 74)
            self.line("Cello", bar, bass, 82)
            self.line("Contrabass", bar, bass, 78, octave=-1)
            self.harp(bar, THEME_CHORDS[number], 62)
            if number >= 4:
                self.line("Flute", bar, soprano, 72, octave=1)
                self.line("Clarinet", bar, alto, 64)
                self.line("Bassoon", bar, bass, 66)
                self.line("Horn II", bar, tenor, 56)
            if number in (3, 7):
                root = key("A2") if number == 3 else key("D3")
                self.pattern("Timpani", bar, root, "4...2.2.4.......")
                self.pattern("Percussion", bar, TRIANGLE, "3.......3.......")
        swelling = ("Violin I", "Violin II", "Viola", "Cello")
        self.swell(swelling, FIRST, 4, 88, 112)
        self.swell(swelling, FIRST + 4, 4, 96, 118)

    def dialogue(self):
        """Oboe and plucked strings on port 1, horn and celesta on port 2, flute and clarinet."""
        for name, (first, lines) in DIALOGUE.items():
            for number, text in enumerate(lines):
                self.line(name, TALK + first + number, text, 88 if name != "Bassoon" else 66)
        for number, halves in PLUCKED.items():
            for half, names in enumerate(halves):
                low, chord = names.split("|")
                at = (TALK + number) * BAR + half * 2 * TICKS
                self.parts["Pizzicato"].note(at, 200, key(low.strip()), 88)
                for member in keys(chord):
                    self.parts["Pizzicato"].note(at + TICKS, 200, member, 70)
        for number, halves in CELESTA.items():
            for half, names in enumerate(halves):
                chord = keys(names)
                for step, place in enumerate((0, 1, 2, 3) if half == 0 else (3, 2, 1, 0)):
                    at = (TALK + number) * BAR + (4 * half + step) * TICKS // 2
                    self.parts["Celesta"].note(at, TICKS, chord[place] + 12, 84)
            self.pattern("Drums", TALK + number, TRIANGLE, "4.......3.......")
            self.line("Organ", TALK + number, "G3+D4:4" if number == 2 else "A3:2 D3+A3:2", 60)
        for name, lines in CLIMB.items():
            for number, text in enumerate(lines):
                self.line(name, TALK + 6 + number, text, 76 + 8 * number)
        self.swell(CLIMB, TALK + 6, 2, 72, 120)
        self.roll("Timpani", TALK + 6, 2, key("A2"), 24, 92)
        self.roll("Percussion", TALK + 7, 1, SNARE, 16, 70)
        # The harp sweeps up three octaves of the dominant's scale.
        scale = [n for n in range(key("A3"), key("A6")) if n % 12 in D_MAJOR]
        for step, number in enumerate(scale):
            at = (TALK + 7) * BAR + 2 * TICKS + step * 2 * TICKS // len(scale)
            self.parts["Harp"].note(at, 240, number, 34 + step)

    def all(self, bar, lines, velocity):
        """The whole orchestra on four voices."""
        soprano, alto, tenor, bass = lines
        for name, text, louder, octave in (
            ("Violin I", soprano, 4, 1), ("Violin II", soprano, -4, 0), ("Viola", alto, -8, 0),
            ("Cello", bass, 0, 0), ("Contrabass", bass, -2, -1), ("Flute", soprano, -8, 1),
            ("Oboe", soprano, -14, 0), ("Clarinet", alto, -12, 0), ("Bassoon", bass, -10, 0),
            ("Horn I", alto, -4, 0), ("Horn II", tenor, -4, 0), ("Trumpet", soprano, 0, 0),
            ("Trombone", bass, -8, 0), ("Tuba", bass, -6, -1),
        ):
            self.line(name, bar, text, velocity + louder, octave)
        for text in lines:
            self.line("Choir", bar, text, velocity - 10)
            self.line("Organ", bar, text, velocity - 20)

    def tutti(self):
        for number, lines in enumerate(THEME):
            bar = TUTTI + number
            self.all(bar, lines, 92)
            self.harp(bar, THEME_CHORDS[number], 78)
            chord = keys(THEME_CHORDS[number])
            for step in range(8):
                at = bar * BAR + step * TICKS // 2
                self.parts["Xylophone"].note(at, 100, chord[step % 3] + 24, 96 - 12 * (step % 2))
            for tick, length, high in notes(lines[0]):
                if length >= TICKS:
                    self.parts["Glockenspiel"].note(bar * BAR + tick, length, high + 12, 92)
                    self.parts["Piccolo"].note(bar * BAR + tick, length - 20, high + 12, 66)
            self.parts["Tubular Bells"].note(bar * BAR, BAR, chord[0] + 12, 84 - 10 * (number % 2))
            self.pattern("Percussion", bar, SNARE, MARCH)
            self.pattern("Drums", bar, BASS_DRUM, "7.......6.......")
            if number % 4 == 0:
                self.pattern("Drums", bar, CYMBAL, "7...............")
            root = key("A2") if number in (3, 6) else key("D3")
            if number not in (1, 2, 5):
                self.pattern("Timpani", bar, root, "7...4.4.6.......")

    def coda(self):
        """Three chords from far away, and home."""
        for number, lines in enumerate(CODA):
            bar = END + number
            self.all(bar, lines, 98)
            self.harp(bar, CODA_CHORDS[number], 80)
            self.parts["Tubular Bells"].note(bar * BAR, BAR, key(CODA_BELLS[number]), 90)
            self.pattern("Percussion", bar, SNARE, MARCH if number < 3 else "7...............")
            self.pattern("Drums", bar, BASS_DRUM, "7.......6.......")
            self.pattern("Drums", bar, CYMBAL, "7..............." if number != 2 else "....")
        # The trumpets' call once more, a roll, and one last stroke.
        self.line("Glockenspiel", END + 3, "D6:1 A5:.5 A5:.5 D6:1 F#6:1", 84)
        self.roll("Timpani", END + 2, 1, key("A2"), 40, 80)
        self.roll("Timpani", END + 3, 1, key("D3"), 70, 100)
        self.all(END + 4, [line.split(":")[0] + ":1 -:3" for line in CODA[3]], 106)
        self.pattern("Drums", END + 4, CYMBAL, "8...")
        self.pattern("Drums", END + 4, BASS_DRUM, "8...")
        self.pattern("Percussion", END + 4, SNARE, "8...")
        self.pattern("Timpani", END + 4, key("D3"), "8...")
        self.parts["Tubular Bells"].note((END + 4) * BAR, BAR, key("D5"), 96)

    def make(self):
        head = self.conductor
        head.meta(0, 0x02, b"CC0")
        head.meter(0, 4, 2)
        head.key_signature(0, 2, minor=False)
        for bar, text in (
            (INTRO, "Fanfare"), (FIRST, "Theme"), (TALK, "Dialogue"), (TUTTI, "Tutti"),
            (END, "Coda"),
        ):
            head.marker(bar * BAR, text)
        head.tempo(0, TEMPO)
        for beat, tempo in enumerate((104, 100, 96, 90)):
            head.tempo((TUTTI - 1) * BAR + beat * TICKS, tempo)
        head.tempo(TUTTI * BAR, TEMPO - 4)
        for beat, tempo in enumerate((98, 94, 88, 82, 80, 76, 70, 60)):
            head.tempo((END + 2) * BAR + beat * TICKS, tempo)
        head.tempo((END + 4) * BAR, 84)
        self.fanfare()
        self.theme()
        self.dialogue()
        self.tutti()
        self.coda()
        return self.song


def make():
    return Procession().make()
