#!/usr/bin/env python3
"""Writes the example songs next to this file; every run gives the same bytes.

Needs Python 3.8 or later and nothing else.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

from songs import band, pedal_study  # noqa: E402


def main():
    folder = pathlib.Path(__file__).resolve().parent
    for name, song in (("pedal-study.mid", pedal_study), ("band.mid", band)):
        data = song.make().bytes()
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
