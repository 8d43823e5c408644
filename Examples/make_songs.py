#!/usr/bin/env python3
"""Writes the example songs into a folder (without one, next to this file).

    make_songs.py [FOLDER]

Every run gives the same bytes. Needs Python 3.8 or later and nothing else.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

from songs import (  # noqa: E402
    band, drum_solo, pedal_study, string_quartet, two_ports, walking_song,
)

SONGS = (
    ("pedal-study.mid", pedal_study), ("band.mid", band),
    ("string-quartet.mid", string_quartet), ("two-ports.mid", two_ports),
    ("walking-song.mid", walking_song), ("drum-solo.mid", drum_solo),
)


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else __file__).resolve()
    if len(sys.argv) < 2:
        folder = folder.parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, song in SONGS:
        data = song.make().bytes()
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
