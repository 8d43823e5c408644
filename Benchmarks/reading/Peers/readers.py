"""What parsing-probe does, by readers for Python: the same output.

    readers.py mido|symusic read FILE RUNS
    readers.py mido events < PATHS

Run by the interpreter of the virtual environment that they are installed in.
"""

import importlib
import io
import json
import sys
import time


def main(arguments):
    if arguments[1:] == ["events"]:
        list_events()
        return
    name, _, path, runs = arguments
    with open(path, "rb") as file:
        data = file.read()
    module = importlib.import_module(name)
    before = resident()
    seconds, memory, events = [], 0, 0
    for run in range(int(runs)):
        start = time.monotonic()
        song = READERS[name](module, data)
        seconds.append(time.monotonic() - start)
        if run == 0:
            memory = resident() - before
            events = COUNTERS[name](song)
    print(
        json.dumps({"seconds": seconds, "events": events, "bytes": len(data), "memory": memory})
    )


READERS = {
    "mido": lambda module, data: module.MidiFile(file=io.BytesIO(data)),
    "symusic": lambda module, data: module.Score.from_midi(data),
}
COUNTERS = {
    "mido": lambda song: sum(map(len, song.tracks)),
    # It keeps notes rather than events.
    "symusic": lambda song: 2 * sum(len(track.notes) for track in song.tracks),
}


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def list_events():
    """Each line of EventListing.swift, with what mido makes of the events."""
    import mido

    for path in sys.stdin.read().splitlines():
        lines = [f"F {path}"]
        try:
            song = mido.MidiFile(path)
            for track in song.tracks:
                lines.append("T")
                tick = 0
                for message in track:
                    tick += message.time
                    lines.append(f"{tick} {text(message)}")
        # It refuses in many ways, with errors of Python's among them.
        except Exception as error:  # noqa: BLE001
            lines[1:] = [f"E {type(error).__name__}: {' '.join(str(error).split())}"]
        sys.stdout.write("\n".join(lines) + "\n")


def text(message):
    """A message as hexadecimal digits, a meta event without its length."""
    data = message.bytes()
    if not message.is_meta:
        return bytes(data).hex().upper()
    # FF, the type, the length in one to four bytes, the data.
    start = 3
    while data[start - 1] & 0x80:
        start += 1
    return bytes(data[:2] + data[start:]).hex().upper()


main(sys.argv[1:])
