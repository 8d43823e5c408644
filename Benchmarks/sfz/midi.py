"""Writes the events of a plan as a standard MIDI file in which a tick is a millisecond."""


def write(path, plan):
    track = bytearray(bytes([0, 0xFF, 0x51, 3]) + (1_000_000).to_bytes(3, "big"))
    now = 0
    for event in plan.ordered():
        track += _variable(event.time - now) + _message(event)
        now = event.time
    track += _variable(plan.length - now) + bytes([0xFF, 0x2F, 0])
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1]) + (1000).to_bytes(2, "big")
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)


def _message(event):
    if event.kind == "wheel":
        value = event.value + 8192
        return bytes([0xE0, value & 127, value >> 7])
    status = {"on": 0x90, "off": 0x80, "cc": 0xB0}[event.kind]
    return bytes([status, event.number, event.value])


def _variable(number):
    """A quantity of variable length."""
    groups = [number & 127]
    while number := number >> 7:
        groups.append(number & 127 | 128)
    return bytes(reversed(groups))
