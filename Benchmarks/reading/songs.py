"""Large MIDI files for measuring, the same on every machine."""

import os
from typing import NamedTuple

TICKS_PER_QUARTER = 480


class SongFile(NamedTuple):
    """A file that was made."""

    path: str
    # Channel messages; an end-of-track for each track and a tempo event are not counted.
    messages: int
    tracks: int


class Numbers:
    """A linear congruential generator (Knuth's MMIX), of which the high bits are taken."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        """31 bits."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        return self.state >> 33


def write_notes(path, messages, tracks):
    """Notes one after the other, each message with its status byte: the most bytes for a message."""
    return _write(path, messages, tracks, _notes)


def write_chords(path, messages, tracks):
    """Chords of one to eight notes with running status, ended by velocity 0, and after every chord
    a controller: the fewest bytes for a message."""
    return _write(path, messages, tracks, _chords)


def _write(path, messages, tracks, fill):
    share = messages // tracks
    with open(path, "wb") as file:
        file.write(b"MThd\0\0\0\6\0\1" + tracks.to_bytes(2, "big"))
        file.write(TICKS_PER_QUARTER.to_bytes(2, "big"))
        for number in range(tracks):
            # 240 beats a minute, so that the piece is dense.
            data = bytearray(b"\0\xff\x51\3\3\xd0\x90" if number == 0 else b"")
            fill(data, share, number)
            data += b"\0\xff\x2f\0"
            file.write(b"MTrk" + len(data).to_bytes(4, "big"))
            file.write(data)
    return SongFile(os.path.abspath(path), share * tracks, tracks)


def _notes(data, count, track):
    numbers = Numbers(track + 1)
    on, off = 0x90 | track & 15, 0x80 | track & 15
    for _ in range(count // 2):
        bits = numbers.next()
        key, velocity = bits & 127, 1 + (bits >> 7) % 127
        gap, length = bits >> 14 & 15, bits >> 18 & 63
        # A note lasts 128 to 191 ticks.
        data += bytes((gap, on, key, velocity, 0x81, length, off, key, 64))
    if count % 2:
        data += bytes((0, on, 60, 0))


def _chords(data, count, track):
    numbers = Numbers(track + 1)
    on, control = 0x90 | track & 15, 0xB0 | track & 15
    while count >= 3:
        bits = numbers.next()
        size = min(1 + (bits & 7), (count - 1) // 2)
        lowest, velocity = bits >> 3 & 63, 1 + (bits >> 9) % 127
        keys = range(lowest, lowest + size * 4, 4)
        notes = [(0, key, velocity) for key in keys] + [(0, key, 0) for key in keys]
        # The first of the chord has the status, and the first that ends waits.
        notes[size] = (bits >> 16 & 127, lowest, 0)
        data += bytes((bits >> 23 & 63, on)) + bytes(sum(notes, ()))[1:]
        data += bytes((0, control, 11, velocity))
        count -= 2 * size + 1
    data += bytes((0, control, 11, 127)) * count
