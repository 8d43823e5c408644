"""An Adagio in D minor for string quartet: four voices, each a track and a channel of its own.

Bars 1 to 8 lead to F major; 9 to 14 are a chain of sevenths through all the degrees of D minor, in
which the violins take turns to hold a note until it must fall, and end on an augmented sixth;
15 to 18 are the beginning over a plucked cello; 19 to 24 refuse the cadence once, then close in D
major with a suspension in the viola.
"""

from .lines import check, notes
from .smf import TICKS, Chance, Song

BAR = 4 * TICKS
BARS = 24
ARCO, PLUCKED = 42, 45

# A line to a bar and voice: first violin, second violin, viola, cello.
MUSIC = [
    ("A4:2 D5:1 E5:1", "F4:2 A4:2", "D4:3 C#4:1", "D3:2 F3:1 E3:1"),
    ("F5:1.5 E5:.5 D5:1 C#5:1", "A4:2.5 G4:.5 A4:1", "D4:3 E4:1", "D3:1 C3:1 Bb2:1 A2:1"),
    ("D5:1 E5:.5 F5:.5 G5:1 F5:1", "A4:1 C5:1 D5:2", "F4:1 G4:1 Bb4:1 B4:1",
     "D3:1 C3:1 G2:1 G#2:1"),
    ("F5:2 E5:2", "D5:2 C#5:2", "A4:4", "A2:2 A3:1 G3:1"),
    ("F5:2 G5:1 A5:1", "D5:2 C5:2", "A4:2 G4:1 F4:1", "F3:2 E3:1 F3:1"),
    ("Bb5:1.5 A5:.5 G5:1 F5:1", "D5:3 C5:1", "F4:2 G4:1 A4:1", "Bb2:3 A2:1"),
    ("F5:3 E5:1", "D5:2 C5:1 Bb4:1", "Bb4:2 G4:2", "G2:2 C3:2"),
    ("F5:3 -:1", "A4:2 C5:2", "F4:2 A4:2", "F3:3 E3:1"),
    # The chain: D7 G7 C7 F7 Bb7 E7 A7, half a bar each.
    ("F5:2 F5:1 G5:.5 F5:.5", "C5:1 D5:.5 C5:.5 B4:2", "A4:2 G4:2",
     "D3:1 E3:.5 F3:.5 G3:1 F3:.5 D3:.5"),
    ("E5:2 E5:1 F5:.5 E5:.5", "B4:1 C5:.5 B4:.5 A4:2", "G4:2 F4:2",
     "C3:1 D3:.5 E3:.5 F3:1 E3:.5 C3:.5"),
    ("D5:2 D5:1 E5:.5 D5:.5", "A4:1 Bb4:.5 A4:.5 G4:2", "F4:2 E4:2",
     "Bb2:1 C3:.5 D3:.5 E3:1 D3:.5 Bb2:.5"),
    ("C#5:2 D5:2", "G4:1 A4:.5 G4:.5 F4:2", "E4:2 D4:2", "A2:2 D3:1 C3:1"),
    ("D5:4", "G4:2 G#4:2", "D4:4", "Bb2:4"),
    ("C#5:1 E5:.5 D5:.5 C#5:.5 B4:.5 A4:.5 G4:.5", "A4:2.5 -:1.5", "E4:3 -:1", "A2:3 -:1"),
    ("A4:1 B4:.5 C#5:.5 D5:1 E5:1", "F4:2 A4:2", "D4:3 C#4:1", "D3:2 F3:1 E3:1"),
    ("F5:1 G5:.25 F5:.25 E5:.5 D5:1 C#5:1", "A4:2.5 G4:.5 A4:1", "D4:3 E4:1",
     "D3:1 C3:1 Bb2:1 A2:1"),
    ("D5:1 E5:.5 F5:.5 G5:1 F5:1", "A4:1 C5:1 D5:2", "F4:1 G4:1 Bb4:1 B4:1",
     "D3:1 C3:1 G2:1 G#2:1"),
    ("F5:1 G5:.5 F5:.5 E5:2", "D5:2 C#5:2", "A4:4", "A2:2 A3:1 G3:1"),
    ("F5:1 G5:.5 A5:.5 Bb5:1 A5:.5 G5:.5", "D5:4", "A4:2 G4:2", "F3:2 G3:1 Bb2:1"),
    ("F5:2 E5:2", "D5:2 C#5:2", "A4:2 G4:2", "A2:4"),
    ("D5:1 F5:1 G5:1 F5:1", "D5:4", "F4:2 Bb4:1 B4:1", "Bb2:2 G2:1 G#2:1"),
    ("F5:1 G5:.5 F5:.5 E5:2", "D5:2 C#5:2", "A4:2 G4:2", "A2:4"),
    ("D5:4", "A4:2 Bb4:2", "G4:1 F#4:1 G4:2", "D3:4"),
    ("D5:4", "A4:4", "F#4:4", "D2:4"),
]

# First bar from 1, bars, loudness (CC11) at the beginning, at the height and at the end.
PHRASES = [
    (1, 4, 72, 104, 84), (5, 4, 84, 118, 70), (9, 4, 78, 112, 96), (13, 2, 98, 106, 60),
    (15, 4, 68, 96, 88), (19, 2, 92, 124, 108), (21, 2, 100, 110, 96), (23, 2, 96, 84, 40),
]
# Bars from 1, and the tempo at each beat.
TEMPO = 66
SLOWER = {
    8: (66, 64, 60, 52), 13: (64, 62, 58, 54), 14: (48, 54, 58, 54), 18: (66, 65, 63, 60),
    21: (64, 62, 60, 58), 22: (56, 54, 52, 48), 23: (54, 54, 50, 46), 24: (42, 40, 38, 36),
}
# Bars in which the inner voices pulsate in quavers and the cello plucks.
PULSE = range(15, 18)
PLUCKING = range(15, 19)


class Quartet:
    def __init__(self):
        # A beat more, for the last chord to ring.
        self.song = Song(end=BARS * BAR + TICKS)
        self.conductor = self.song.track("Adagio for String Quartet")
        self.voices = [
            self.player("Violin I", 0, 40, 120, 34), self.player("Violin II", 1, 40, 110, 52),
            self.player("Viola", 2, 41, 114, 78), self.player("Cello", 3, ARCO, 124, 96),
        ]
        self.chance = Chance(24)

    def player(self, name, channel, program, volume, pan):
        track = self.song.track(name, channel)
        track.program(0, program)
        track.control(0, 7, volume)
        track.control(0, 10, pan)
        track.control(0, 91, 64)
        return track

    def swell(self, first, bars, begin, height, end):
        """One bow for all: up to two thirds of the phrase, then down, a step each semiquaver."""
        start = (first - 1) * BAR
        length = bars * BAR
        peak = length * 2 // 3
        for tick in range(0, length, TICKS // 4):
            if tick < peak:
                value = begin + (height - begin) * tick / peak
            else:
                value = height + (end - height) * (tick - peak) / (length - peak)
            for track in self.voices:
                track.control(start + tick, 11, value)

    def vibrato(self, track, tick, length):
        """A held note comes alive after its first third."""
        track.control(tick, 1, 0)
        for part in range(1, 5):
            track.control(tick + length * (1 + part) // 6, 1, 10 * part)
        track.control(tick + length - 10, 1, 0)

    def bow(self, voice, bar, line):
        track = self.voices[voice]
        start = (bar - 1) * BAR
        is_plucked = voice == 3 and bar in PLUCKING
        for tick, length, number in notes(line):
            at = start + tick + self.chance.around(4)
            velocity = 98 + 4 * (tick == 0) + 6 * (voice == 0) + self.chance.around(3)
            if voice in (1, 2) and bar in PULSE:
                for quaver in range(0, length, TICKS // 2):
                    accent = -6 if (tick + quaver) % TICKS else 0
                    track.note(at + quaver, 190, number, velocity - 10 + accent)
                continue
            if length >= 3 * TICKS // 2 and not is_plucked:
                self.vibrato(track, start + tick, length)
            # Each note nearly meets the next; the bow is lifted where the line rests.
            track.note(at, length - 14, number, velocity + 12 * is_plucked)

    def make(self):
        head = self.conductor
        head.meta(0, 0x02, b"CC0")
        head.meter(0, 4, 2)
        head.key_signature(0, -1, minor=True)
        head.key_signature(22 * BAR, 2, minor=False)
        for bar, text in (
            (1, "Opening"), (9, "Chain of sevenths"), (15, "Plucked cello"), (19, "Return"),
            (23, "D major"),
        ):
            head.marker((bar - 1) * BAR, text)
        for bar in range(1, BARS + 1):
            before = SLOWER.get(bar - 1)
            for beat, tempo in enumerate(SLOWER.get(bar, (TEMPO,) if bar == 1 or before else ())):
                head.tempo((bar - 1) * BAR + beat * TICKS, tempo)
        for phrase in PHRASES:
            self.swell(*phrase)
        cello = self.voices[3]
        cello.program((PLUCKING.start - 1) * BAR - 60, PLUCKED)
        cello.program((PLUCKING.stop - 1) * BAR - 20, ARCO)
        for number, lines in enumerate(MUSIC):
            check(lines, BAR)
            for voice, line in enumerate(lines):
                self.bow(voice, number + 1, line)
        return self.song


def make():
    return Quartet().make()
