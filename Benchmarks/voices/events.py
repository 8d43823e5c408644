#!/usr/bin/env python3
"""Writes the channel messages of a MIDI file for `voices-probe song FONT --events FILE`.

usage: events.py SONG.mid > FILE

One line for each message: the block of 64 frames at 44,100 Hz in which it comes, then its bytes.
"""

import struct
import sys


def number(data, at):
    value = 0
    while True:
        value = value << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return value, at


def messages(track):
    at, tick, status = 0, 0, 0
    while at < len(track):
        delta, at = number(track, at)
        tick += delta
        if track[at] >= 128:
            status, at = track[at], at + 1
        if status == 0xFF:
            kind, (size, at) = track[at], number(track, at + 1)
            if kind == 0x51:
                yield tick, None, int.from_bytes(track[at : at + size], "big")
            at += size
        elif status in (0xF0, 0xF7):
            size, at = number(track, at)
            at += size
        else:
            size = 1 if status & 0xE0 == 0xC0 else 2
            yield tick, status, (list(track[at : at + size]) + [0])[:2]
            at += size


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    division = struct.unpack(">H", data[12:14])[0]
    events, at = [], 14
    while at < len(data):
        size = struct.unpack(">I", data[at + 4 : at + 8])[0]
        if data[at : at + 4] == b"MTrk":
            events += messages(data[at + 8 : at + 8 + size])
        at += 8 + size
    events.sort(key=lambda event: event[0])
    seconds, last, tempo = 0.0, 0, 500_000
    for tick, status, value in events:
        seconds += (tick - last) * tempo / division / 1e6
        last = tick
        if status is None:
            tempo = value
        else:
            print(int(seconds * 44_100 / 64), status, *value)


main()
