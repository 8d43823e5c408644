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


def beats(count):
    """Notes at ticks that share nothing with a period, with programs, controllers and bends."""
    events = [(0, b"\xc0\x07"), (0, b"\xb0\x07\x5a")]
    tick = SECOND
    for step in range(count):
        channel = step % 3
        events.append((tick, bytes([0x90 | channel, 40 + step % 40, 64 + step % 60])))
        events.append((tick + 91, bytes([0x80 | channel, 40 + step % 40, 64])))
        events.append((tick + 33, bytes([0xE0 | channel, step % 128, 64])))
        tick += 107 + step % 13
    return _file(events)


def flood(seconds, rate, port):
    """Notes and controllers on all channels, as many events per second; the port is in the keys."""
    events = []
    for step in range(int(seconds * rate)):
        tick = SECOND // 2 + step * SECOND // rate
        channel, turn = step % 16, step // 16
        if turn % 3 == 0:
            events.append((tick, bytes([0x90 | channel, port * 16 + turn // 3 % 16, 100])))
        elif turn % 3 == 1:
            events.append((tick, bytes([0xB0 | channel, 11, turn % 128])))
        else:
            events.append((tick, bytes([0x80 | channel, port * 16 + turn // 3 % 16, 64])))
    return events


def ports(tracks):
    """A file of format 1 whose track n is on port n."""
    chunks = b""
    for port, events in enumerate(tracks):
        chunks += _track([(0, bytes([0xFF, 0x21, 1, port]))] + events)
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 1, 0, len(tracks), 480 >> 8, 480 & 0xFF])
    return header + chunks


def events_of(data):
    """The channel messages of all tracks as (seconds, bytes), at any tempo and division in ticks."""
    division = int.from_bytes(data[12:14], "big")
    found, tempos, position = [], [], 14
    while position < len(data):
        length = int.from_bytes(data[position + 4:position + 8], "big")
        chunk, position = data[position + 8:position + 8 + length], position + 8 + length
        index = tick = status = 0
        while index < len(chunk):
            delta = 0
            while True:
                byte = chunk[index]
                index += 1
                delta = delta << 7 | byte & 127
                if byte < 128:
                    break
            tick += delta
            if chunk[index] >= 128:
                status = chunk[index]
                index += 1
            if status == 0xFF:
                kind, count = chunk[index], chunk[index + 1]
                if kind == 0x51:
                    tempos.append((tick, int.from_bytes(chunk[index + 2:index + 5], "big")))
                index += 2 + count
            elif status in (0xF0, 0xF7):
                index += 1 + chunk[index]
            else:
                count = 1 if status & 0xE0 == 0xC0 else 2
                found.append((tick, bytes([status]) + chunk[index:index + count]))
                index += count

    def seconds(tick):
        total, last, tempo = 0.0, 0, 500_000
        for at, new in sorted(tempos):
            if at >= tick:
                break
            total, last, tempo = total + (at - last) * tempo / division / 1e6, at, new
        return total + (tick - last) * tempo / division / 1e6

    return [(seconds(tick), message) for tick, message in sorted(found, key=lambda e: e[0])]


def _file(events):
    """A file of format 0 with 480 ticks to a quarter note, at 120 a minute."""
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 480 >> 8, 480 & 0xFF])
    return header + _track(events)


def _track(events):
    track = b""
    now = 0
    for tick, event in sorted(events, key=lambda event: event[0]):
        track += _variable(tick - now) + event
        now = tick
    track += b"\x00\xff\x2f\x00"
    return b"MTrk" + len(track).to_bytes(4, "big") + track


def _variable(value):
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F | 0x80)
    return bytes(reversed(groups))
