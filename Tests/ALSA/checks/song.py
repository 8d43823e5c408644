"""Songs as MIDI files. A second has 960 ticks."""

SECOND = 960


def tone(seconds):
    """An A of 440 Hz without vibrato (the ocarina), as long as asked."""
    end = round(seconds * SECOND)
    return _file([(0, b"\xc0\x4f"), (0, b"\x90\x45\x60"), (end, b"\x80\x45\x40")])


def ensemble(seconds):
    """Piano under the pedal, bass and drums, four notes a second each."""
    events = [(0, b"\xc0\x00"), (0, b"\xc1\x21"), (0, b"\xb0\x40\x7f")]
    for step in range(int(seconds * 4)):
        tick = step * SECOND // 4
        for channel, key in ((0, 60 + step * 7 % 24), (1, 36 + step * 5 % 12), (9, 36 + step % 8)):
            events.append((tick, bytes([0x90 | channel, key, 100])))
            events.append((tick + 200, bytes([0x80 | channel, key, 64])))
    events.append((round(seconds * SECOND), b"\xb0\x40\x00"))
    return _file(events)


def sticks(times):
    """A stroke on a wood block at each of the times, in seconds."""
    strokes = [(round(at * SECOND), b"\x99\x4c\x64") for at in times]
    return _file(strokes + [(tick + 40, b"\x89\x4c\x40") for tick, _ in strokes])


CHORD = (60, 64, 67, 72, 76)


def held_chord(program, seconds):
    """A chord under the pedal, two keys of it up already."""
    events = [(0, bytes([0xC0, program])), (0, b"\xb0\x40\x7f")]
    events += [(0, bytes([0x90, key, 110])) for key in CHORD]
    events += [(SECOND // 2, bytes([0x80, key, 64])) for key in CHORD[:2]]
    events.append((round(seconds * SECOND), b"\xb0\x40\x00"))
    return _file(events)


def _file(events):
    """A file of format 0 with 480 ticks to a quarter note, at 120 a minute."""
    track = b""
    now = 0
    for tick, event in sorted(events, key=lambda event: event[0]):
        track += _variable(tick - now) + event
        now = tick
    track += b"\x00\xff\x2f\x00"
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 480 >> 8, 480 & 0xFF])
    return header + b"MTrk" + len(track).to_bytes(4, "big") + track


def _variable(value):
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F | 0x80)
    return bytes(reversed(groups))
