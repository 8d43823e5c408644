"""A song whose meter follows its words: a walk in 4/4, a waltz, a train in 7/8, and home.

The lyrics follow RP-017 (SMF Lyric Meta Events): a syllable to an event, in ASCII; a blank ends a
word, and a syllable without one is joined to the next; a carriage return alone ends a line, a line
feed alone a verse. There are no hyphens: a program that prints the words sets them.
"""

from .lines import notes, ticks
from .smf import TICKS, Chance, Song, key, keys

# The words as they are sung. A hyphen divides syllables and is not in the file.
WALK = [
    "Left foot, right foot, down the val-ley,", "morn-ing in the air.",
    "Left foot, right foot, no one wait-ing,", "I have time to spare.",
]
WALTZ = [
    "Then a fid-dle in a door-way", "takes me by the hand,",
    "round and round the o-pen court-yard,", "turn-ing where we stand.",
]
TRAIN = [
    "Now the train is rat-tling, lean-ing", "o-ver stone and sand.",
    "Sev-en wheels and one is miss-ing,", "still it reach-es land.",
]
HOME = [
    "Slow-ly, slow-ly, home is near-er,", "lamp-light on the stair.",
    "Left foot, right foot, then no far-ther:", "some-one's wait-ing there.",
]
# The tune of each line of words, and for each bar its bass and chord; `/` divides a bar in two.
WALK_TUNE = [
    "E4:1 G4:1 E4:1 G4:1 A4:1 G4:1 E4:1 E4:1", "C5:1 B4:1 A4:1 G4:1 G4:3 -:1",
    "E4:1 G4:1 E4:1 G4:1 A4:1 C5:1 B4:1 A4:1", "A4:1 G4:1 F4:1 D4:1 C4:3 -:1",
]
WALK_CHORDS = [
    "C3 E3 G3 C4", "A2 E3 A3 C4", "F2 C3 F3 A3", "G2 D3 G3 B3",
    "C3 E3 G3 C4", "F2 C3 F3 A3", "D3 F3 A3 D4 / G2 D3 F3 B3", "C3 E3 G3 C4",
]
WALTZ_TUNE = [
    "C5:2 A4:1 F4:2 A4:1 D5:2 C5:1 A4:2 C5:1", "Bb4:2 A4:1 G4:2 A4:1 G4:5 -:1",
    "C5:2 A4:1 F4:2 A4:1 C5:2 F5:1 D5:2 Bb4:1", "C5:2 A4:1 G4:2 E4:1 F4:5 -:1",
]
WALTZ_CHORDS = [
    "F2 A3 C4 F4", "D3 A3 D4 F4", "Bb2 Bb3 D4 F4", "F2 A3 C4 F4",
    "G2 Bb3 D4 G4", "C3 Bb3 C4 E4", "C3 G3 C4 E4", "C3 Bb3 C4 E4",
    "F2 A3 C4 F4", "D3 A3 D4 F4", "A2 A3 C4 F4", "Bb2 Bb3 D4 F4",
    "C3 A3 C4 F4", "C3 Bb3 C4 E4", "F2 A3 C4 F4", "A2 G3 C#4 E4",
]
# In quarter notes: a bar is 2 + 2 + 3 quavers.
TRAIN_TUNE = [
    "D4:1 F4:1 A4:.5 A4:1 Bb4:1 Bb4:1 A4:.5 G4:1", "F4:1 F4:1 G4:.5 F4:1 E4:3 -:.5",
    "D4:1 F4:1 A4:.5 A4:1 C5:1 Bb4:1 A4:.5 G4:1", "F4:1 A4:1 G4:.5 A4:1 G4:3 -:.5",
]
TRAIN_CHORDS = [
    "D3 A3 D4 F4", "G2 Bb3 D4 G4", "Bb2 Bb3 D4 F4", "A2 A3 C#4 E4",
    "D3 A3 D4 F4", "C3 Bb3 C4 E4", "F2 A3 C4 F4", "G2 G3 B3 D4",
]
TRAIN_FIGURE = "D3 A3 D4 F4"
HOME_TUNE = [
    "E4:1 G4:1 E4:1 G4:1 A4:1 G4:1 E4:1 E4:1", "C5:1 B4:1 A4:1 G4:1 G4:4",
    "E4:1 G4:1 E4:1 G4:1 A4:1 C5:1 B4:1 A4:1", "Ab4:1 G4:1 F4:1 D4:1 C4:4",
]
HOME_CHORDS = [
    "C3 E3 G3 C4", "A2 E3 A3 C4", "F2 C3 F3 A3", "G2 D3 G3 B3",
    "C3 E3 G3 C4", "F2 C3 F3 A3", "F2 C3 F3 Ab3 / G2 D3 F3 B3", "C3 E3 G3 C4",
]
COUNT_IN = ["C3 E3 G3 C4", "C3 E3 G3 C4"]

WALKING, WALTZING, RATTLING, RETURNING = 104, 156, 150, 80
KICK, SNARE, HAT, RIDE, STICK, TRIANGLE = 36, 38, 42, 51, 37, 81


class WalkingSong:
    def __init__(self):
        self.song = Song(end=0)
        self.conductor = self.song.track("Left Foot, Right Foot")
        self.voice = self.player("Voice", 0, 53, 127, 64, 60)
        self.clarinet = self.player("Clarinet", 1, 71, 104, 58, 52)
        self.guitar = self.player("Guitar", 2, 24, 100, 44, 40)
        self.accordion = self.player("Accordion", 3, 21, 84, 84, 40)
        self.bass = self.player("Bass", 4, 32, 116, 64, 16)
        self.drums = self.player("Drums", 9, 0, 112, 64, 28)
        self.strings = self.player("Strings", 5, 48, 64, 90, 64)
        self.chance = Chance(7)
        self.tick = 0

    def player(self, name, channel, program, volume, pan, reverb):
        track = self.song.track(name, channel)
        track.program(0, program)
        track.control(0, 7, volume)
        track.control(0, 10, pan)
        track.control(0, 91, reverb)
        return track

    # The voice

    def sing(self, tick, words, tune, velocity, is_last):
        """A line: as many syllables as notes. The clarinet plays along, softly."""
        syllables = [
            syllable for word in words.split() for syllable in (word + " ").split("-")
        ]
        melody = list(notes(tune))
        if len(syllables) != len(melody):
            raise ValueError(f"{len(syllables)} syllables, {len(melody)} notes: {words}")
        for syllable, (offset, length, number) in zip(syllables, melody):
            at = tick + offset
            self.voice.lyric(at, syllable)
            for part in range(4 if length >= 3 * TICKS else 0):
                self.voice.control(at + length * part // 4, 11, (104, 116, 112, 96)[part])
                self.voice.control(at + length * part // 4, 1, (0, 24, 40, 30)[part])
            weight = 4 * (offset % (2 * TICKS) == 0) + self.chance.around(3)
            self.voice.note(at, length - 24, number, velocity + weight)
            self.clarinet.note(at + 4, length - 24, number, velocity - 22 + weight)
        self.voice.control(tick, 11, 108)
        self.voice.control(tick, 1, 0)
        last = melody[-1]
        self.voice.lyric(tick + last[0] + last[1], "\n" if is_last else "\r")

    def verse(self, words, tunes, velocity):
        tick = self.tick
        for number, (line, tune) in enumerate(zip(words, tunes)):
            self.sing(tick, line, tune, velocity, number == len(words) - 1)
            tick += ticks(tune)

    # The accompaniment

    def strike(self, track, tick, length, names, velocity):
        """A chord, its lowest note first by a hair."""
        for place, number in enumerate(keys(names)):
            at = tick + 5 * place + self.chance.around(3)
            track.note(at, length, number, velocity + self.chance.around(4))

    def drum(self, tick, number, velocity):
        self.drums.note(tick + self.chance.around(3), 40, number, velocity + self.chance.around(4))

    def walk(self, chords, has_drums=True):
        """4/4: the guitar picks quavers, the bass walks on the half bars."""
        for chord in chords:
            halves = chord.split(" / ")
            for half in range(2):
                names = halves[half % len(halves)].split()
                at = self.tick + half * 2 * TICKS
                fifth = names[0] if len(halves) > 1 or half == 0 else names[1]
                low = key(fifth) - (0 if key(fifth) < key("E2") + 8 else 12)
                self.bass.note(at, 2 * TICKS - 60, low, 92 - 6 * half)
                for step, place in enumerate((0, 2, 3, 2)):
                    when = at + step * TICKS // 2 + self.chance.around(4)
                    self.guitar.note(when, TICKS, key(names[place]), 84 - 8 * (step % 2))
                if has_drums:
                    self.drum(at, KICK, 70)
                    self.drum(at + TICKS, STICK, 62)
                    for step in range(4):
                        self.drum(at + step * TICKS // 2, HAT, 46 if step % 2 == 0 else 34)
            self.tick += 4 * TICKS

    def waltz(self, chords):
        """3/4: one from the bass, two and three from the accordion."""
        for number, chord in enumerate(chords):
            low, upper = chord.split(" ", 1)
            self.bass.note(self.tick, 2 * TICKS, key(low) - (12 if key(low) > 46 else 0), 96)
            self.guitar.note(self.tick, TICKS, key(low), 78)
            for beat in (1, 2):
                at = self.tick + beat * TICKS
                self.strike(self.accordion, at, 260, upper, 78 - 6 * (beat == 2))
                self.strike(self.guitar, at, 200, upper, 58)
                self.drum(at, RIDE, 44)
            self.drum(self.tick, KICK, 66)
            if number % 4 == 0:
                self.drum(self.tick, TRIANGLE, 60)
            self.tick += 3 * TICKS

    def train(self, chords, has_strings=True):
        """7/8 as 2 + 2 + 3: the snare is the rails, the bass the wheels."""
        for chord in chords:
            low, upper = chord.split(" ", 1)
            root = key(low) - (12 if key(low) > 46 else 0)
            for quaver in range(7):
                at = self.tick + quaver * TICKS // 2
                is_first = quaver in (0, 2, 4)
                self.drum(at, SNARE, 54 if is_first else 36)
                self.drum(at, HAT, 52 if is_first else 38)
                if is_first:
                    self.bass.note(at, 200, root if quaver != 2 else root + 12, 96)
                    self.strike(self.guitar, at, 180, upper, 78)
                if quaver in (0, 4):
                    self.drum(at, KICK, 84)
            if has_strings:
                self.strike(self.strings, self.tick, 7 * TICKS // 2 - 20, upper, 74)
            self.tick += 7 * TICKS // 2

    # The order

    def begin(self, name, numerator, power, tempo):
        self.conductor.marker(self.tick, name)
        self.conductor.meter(self.tick, numerator, power)
        self.conductor.tempo(self.tick, tempo)

    def make(self):
        head = self.conductor
        head.meta(0, 0x02, b"CC0")
        head.key_signature(0, 0, minor=False)
        self.begin("Intro", 4, 2, WALKING)
        self.walk(COUNT_IN)

        head.marker(self.tick, "Walk")
        self.verse(WALK, WALK_TUNE, 104)
        self.walk(WALK_CHORDS)
        self.turn_to_waltz()

        self.begin("Waltz", 3, 2, WALTZING)
        head.key_signature(self.tick, -1, minor=False)
        self.verse(WALTZ, WALTZ_TUNE, 106)
        self.waltz(WALTZ_CHORDS)

        self.begin("Train", 7, 3, RATTLING - 30)
        head.key_signature(self.tick, -1, minor=True)
        # It gathers speed for two bars.
        for quaver in range(1, 14):
            head.tempo(self.tick + quaver * TICKS // 2, RATTLING - 30 + 30 * quaver / 14)
        self.train([TRAIN_FIGURE] * 2, has_strings=False)
        head.tempo(self.tick, RATTLING)
        self.verse(TRAIN, TRAIN_TUNE, 110)
        self.train(TRAIN_CHORDS)

        self.begin("Home", 4, 2, RETURNING)
        head.key_signature(self.tick, 0, minor=False)
        self.home()
        self.song.end = self.tick
        return self.song

    def turn_to_waltz(self):
        """One bar of 2/4 that tips over into the new key."""
        self.begin("Turn", 2, 2, WALKING)
        self.bass.note(self.tick, TICKS, key("C2"), 92)
        self.bass.note(self.tick + TICKS, TICKS, key("E2"), 92)
        for step, name in enumerate(("C3", "E3", "G3", "Bb3")):
            self.guitar.note(self.tick + step * TICKS // 2, TICKS, key(name), 84)
        self.tick += 2 * TICKS

    def home(self):
        """Slower and slower; the fourth bar rests on a fermata, the last one dies away."""
        head = self.conductor
        first = self.tick
        bar = 4 * TICKS
        self.verse(HOME, HOME_TUNE, 98)
        for beat in range(12):
            head.tempo(first + beat * TICKS, RETURNING - 1.5 * beat)
        # The fermata: one bar at half the tempo.
        head.tempo(first + 3 * bar, 38)
        head.tempo(first + 4 * bar, RETURNING - 4)
        for beat in range(8):
            head.tempo(first + 6 * bar + beat * TICKS, RETURNING - 8 - 4 * beat)
        for number, chord in enumerate(HOME_CHORDS):
            for half, names in enumerate(chord.split(" / ")):
                upper = " ".join(name for name in names.split()[1:])
                length = bar // len(chord.split(" / "))
                at = self.tick + number * bar + half * length
                for place, member in enumerate(keys(upper)):
                    self.strings.note(at, length - 16, member + 12, 66 - 4 * place)
        self.walk(HOME_CHORDS[:3], has_drums=False)
        self.hold(HOME_CHORDS[3])
        self.walk(HOME_CHORDS[4:7], has_drums=False)
        self.hold(HOME_CHORDS[7])
        self.drum(first + 7 * bar, TRIANGLE, 70)
        self.tick += TICKS

    def hold(self, chord):
        self.strike(self.guitar, self.tick, 4 * TICKS, chord, 76)
        low = key(chord.split()[0])
        self.bass.note(self.tick, 4 * TICKS - 40, low - (12 if low > 46 else 0), 84)
        self.tick += 4 * TICKS


def make():
    return WalkingSong().make()
