"""The events of MIDI files as each reader sees them, and where two of them differ first.

Sources/parsing-probe/EventListing.swift says what a listing's lines are.
"""

from typing import NamedTuple


class Song(NamedTuple):
    """One file as one reader sees it."""

    path: str
    refusal: str  # empty where it was read
    diagnostics: list  # of ours: "CODE SEVERITY TRACK"
    tracks: list  # lists of (tick, bytes in hexadecimal digits)

    @property
    def events(self):
        """How many there are in all tracks."""
        return sum(map(len, self.tracks))


def songs(lines):
    """The songs of a listing, one after the other."""
    path, refusal, diagnostics, tracks = None, "", [], []
    for line in lines:
        kind, _, rest = line.rstrip("\n").partition(" ")
        if kind == "F":
            if path is not None:
                yield Song(path, refusal, diagnostics, tracks)
            path, refusal, diagnostics, tracks = rest, "", [], []
        elif kind == "E":
            refusal = rest
        elif kind == "D":
            diagnostics.append(rest)
        elif kind == "T":
            tracks.append([])
        else:
            tracks[-1].append((int(kind), rest))
    if path is not None:
        yield Song(path, refusal, diagnostics, tracks)


def exactly(event):
    """Compares events as they are."""
    return event


def without_packets(event):
    """An event as mido has it: it makes no difference between SysEx packets, their continuations
    and escapes, and drops an F0 at the beginning and an F7 at the end of their bytes."""
    tick, digits = event
    if digits[:2] not in ("F0", "F7"):
        return event
    digits = digits[2:]
    if digits.startswith("F0"):
        digits = digits[2:]
    return tick, "F0" + digits.removesuffix("F7")


def first_difference(ours, theirs, form):
    """What differs first, as words; empty where all events agree. `form` is applied to both."""
    for number, (left, right) in enumerate(zip(ours.tracks, theirs.tracks), start=1):
        left, right = list(map(form, left)), list(map(form, right))
        if left == right:
            continue
        for index in range(max(len(left), len(right))):
            pair = [events[index] if index < len(events) else None for events in (left, right)]
            if pair[0] != pair[1]:
                shown = f"ours {_words(pair[0])}, theirs {_words(pair[1])}"
                return f"track {number}, event {index + 1}: {shown}"
    if len(ours.tracks) != len(theirs.tracks):
        return f"ours {len(ours.tracks)} tracks, theirs {len(theirs.tracks)}"
    return ""


def _words(event):
    if event is None:
        return "none"
    tick, digits = event
    shown = digits if len(digits) <= 40 else f"{digits[:40]}… ({len(digits) // 2} bytes)"
    return f"{shown} at tick {tick}"
