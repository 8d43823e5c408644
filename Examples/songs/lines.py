"""Lines of music as text: `D5:1.5 E5:.5 -:1 D4+F4:2`, names and lengths in quarter notes."""

from .smf import TICKS, key


def notes(line):
    """The notes of a line: tick from its beginning, length in ticks, key. `-` rests."""
    tick = 0
    for entry in line.split():
        names, beats = entry.split(":")
        length = round(float(beats) * TICKS)
        for name in names.split("+"):
            if name != "-":
                yield tick, length, key(name)
        tick += length


def ticks(line):
    """The length of a line, rests and all."""
    return round(sum(float(entry.split(":")[1]) for entry in line.split()) * TICKS)


def check(lines, length):
    """Every line has to fill its bar."""
    for line in lines:
        if line and ticks(line) != length:
            raise ValueError(f"{ticks(line) / TICKS} beats, not {length / TICKS}: {line}")
