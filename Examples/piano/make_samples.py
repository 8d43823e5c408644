#!/usr/bin/env python3
"""Makes five recordings of a piano that does not exist: five/C2.wav … five/C6.wav.

    python3 make_samples.py [FOLDER]

Each is a struck string: partials that are a little too high, as those of a stiff string are, and
that die away faster the higher they are. The same bytes on every run; CC0. Only Python 3.8 or later
is needed.
"""

import array
import math
import os
import sys
import wave

RATE = 44_100
SECONDS = 3.0
NOTES = {"C2": 36, "C3": 48, "C4": 60, "C5": 72, "C6": 84}


def frames(key):
    frequency = 440 * 2 ** ((key - 69) / 12)
    stiffness = 0.0004 * 2 ** ((key - 60) / 24)
    values = [0.0] * int(RATE * SECONDS)
    for number in range(1, 25):
        partial = number * frequency * math.sqrt(1 + stiffness * number * number)
        if partial > 0.45 * RATE:
            break
        # The hammer strikes at a seventh of the string: the seventh partial is missing.
        level = abs(math.sin(math.pi * number / 7)) / number ** 1.3
        decay = 0.4 + 0.35 * number * frequency / 523
        # A rotating phasor, which needs no sine for each frame.
        turn = complex(math.cos(2 * math.pi * partial / RATE), math.sin(2 * math.pi * partial / RATE))
        turn *= math.exp(-decay / RATE)
        phasor = complex(level, 0)
        for index in range(len(values)):
            values[index] += phasor.imag
            phasor *= turn
    peak = max(abs(value) for value in values)
    fade = RATE // 10
    for index in range(fade):
        values[-1 - index] *= index / fade
    return [value / peak * 0.7 for value in values]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "five")
    os.makedirs(folder, exist_ok=True)
    for name, key in NOTES.items():
        data = array.array("h", (round(32_767 * value) for value in frames(key)))
        if sys.byteorder == "big":
            data.byteswap()
        with wave.open(os.path.join(folder, name + ".wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data.tobytes())


main()
