"""Checks that WAV files of 16 bits have music in them, and not the same: loudness.py A.wav B.wav"""

import array
import sys
import wave

contents = []
for path in sys.argv[1:]:
    with wave.open(path) as file:
        seconds = file.getnframes() / file.getframerate()
        samples = array.array("h", file.readframes(file.getnframes()))
    peak = max(map(abs, samples)) / 32768
    if seconds < 2 or not 0.05 < peak <= 1:
        sys.exit(f"{path}: {seconds:.1f} s with a peak of {peak:.3f}")
    contents.append(samples)
if len(contents) != len({bytes(samples) for samples in contents}):
    sys.exit("the sounds of different SoundFonts are the same")
