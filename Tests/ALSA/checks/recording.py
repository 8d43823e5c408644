"""What `seqd record` makes of what others play."""

import signal

from . import song
from .check import check, expect, wait_until
from .place import FONT, LOOPBACK


def events(data):
    """The channel messages of a file, as (seconds, bytes), at 120 quarter notes a minute."""
    second = 2 * int.from_bytes(data[12:14], "big")
    found = []
    position = 14
    while position < len(data):
        end = position + 8 + int.from_bytes(data[position + 4:position + 8], "big")
        position += 8
        tick, status = 0, 0
        while position < end:
            delta, position = number(data, position)
            tick += delta
            if data[position] >= 0x80:
                status = data[position]
                position += 1
            if status == 0xFF:
                position += 1
            if status >= 0xF0:
                length, position = number(data, position)
                position += length
            else:
                length = 1 if status & 0xE0 == 0xC0 else 2
                found.append((tick / second, bytes([status]) + data[position:position + length]))
                position += length
    return sorted(found, key=lambda event: event[0])


def number(data, position):
    """A number of variable length, and the position behind it."""
    value = 0
    while True:
        value = value << 7 | data[position] & 0x7F
        position += 1
        if data[position - 1] < 0x80:
            return value, position


@check("a recording of aplaymidi is its file within 1 ms")
def recorded(place):
    place.song(song.ensemble(8))
    program = place.start(
        place.seqd, "record", "take.mid", "--silent", "--connect", "none", "--force"
    )
    wait_until(lambda: "input " in program.errors or program.has_ended, "seqd record", 20)
    expect(not program.has_ended, f"seqd record: {program.errors}")
    place.start("aplaymidi", "-p", "seqd", "-d", "1", "song.mid").expect_status(0)
    program.send(signal.SIGINT)
    program.expect_status(0)
    wanted = events((place.folder / "song.mid").read_bytes())
    found = events((place.folder / "take.mid").read_bytes())
    # What is set before the first note is there with it.
    expect(len(found) == len(wanted), f"{len(found)} messages, not {len(wanted)}")
    # Those of one time may stand in another order: by channel.
    expect(
        sorted(event for _, event in found) == sorted(event for _, event in wanted),
        "other messages than in the file",
    )
    offsets = [heard - played for (heard, _), (played, _) in zip(found, wanted)]
    spread = (max(offsets) - min(offsets)) * 1_000
    expect(spread < 1, f"times differ by {spread:.2f} ms from the file's")
    return f"within {spread:.2f} ms"


@check("along with a file, notes keep their distances: positions are looked up without jitter")
def along(place):
    place.song(song.ensemble(10))
    # The first after the start of what plays, which is heard some periods later.
    times = [0.5 + step * 0.237 for step in range(24)]
    (place.folder / "keys.mid").write_bytes(song.sticks(times))
    program = place.start(
        place.seqd, "record", "take.mid", "--play", "song.mid", "--connect", "none", "--force",
        "--sf2", FONT, "--device", LOOPBACK, "--period", "480",
    )
    wait_until(lambda: "input " in program.errors or program.has_ended, "seqd record", 20)
    expect(not program.has_ended, f"seqd record: {program.errors}")
    place.start("aplaymidi", "-p", "seqd", "-d", "1", "keys.mid").expect_status(0)
    # It ends with the file.
    program.expect_status(0)
    found = [at for at, _ in events((place.folder / "take.mid").read_bytes())]
    strokes = [at for at, _ in events((place.folder / "keys.mid").read_bytes())]
    expect(len(found) == len(strokes), f"{len(found)} messages, not {len(strokes)}")
    offsets = [heard - played for heard, played in zip(found, strokes)]
    spread = (max(offsets) - min(offsets)) * 1_000
    expect(spread < 2, f"times differ by {spread:.2f} ms from the distances of the file")
    return f"within {spread:.2f} ms"


@check("a keyboard that is unplugged ends its notes in a recording")
def unplugged(place):
    place.song(song.held_chord(0, seconds=30))
    program = place.start(
        place.seqd, "record", "take.mid", "--silent", "--connect", "none", "--force"
    )
    wait_until(lambda: "input " in program.errors or program.has_ended, "seqd record", 20)
    journal = place.folder / "take.mid.part"
    empty = journal.stat().st_size
    player = place.start("aplaymidi", "-p", "seqd", "song.mid")
    wait_until(lambda: journal.stat().st_size > empty + 3 * len(song.CHORD), "notes come", 10)
    player.send(signal.SIGKILL)
    player.wait()
    place.start("sleep", "1").wait()
    program.send(signal.SIGINT)
    program.expect_status(0)
    found = [event for _, event in events((place.folder / "take.mid").read_bytes())]
    begun = sum(event[0] & 0xF0 == 0x90 and event[2] > 0 for event in found)
    ended = sum(
        event[0] & 0xF0 == 0x80 or event[0] & 0xF0 == 0x90 and event[2] == 0 for event in found
    )
    expect(begun == ended == len(song.CHORD), f"{begun} notes begin, {ended} end")
    expect(found.count(b"\xb0\x40\x00") == 1, "the pedal stays down")
