#!/bin/sh
# From five recordings to a playable piano:
#
#     Examples/piano/make.sh [SEQD [OUT]]
#
# SEQD is the program (default: seqd), OUT the sound file (default: study.flac). Makes the recordings,
# a SoundFont of them, and plays the piano study with it.
set -eu

folder=$(dirname "$0")
seqd=${1:-seqd}
out=${2:-study.flac}

python3 "$folder/make_samples.py" "$folder/five"
"$seqd" font make "$folder"/five/*.wav -o "$folder/piano.sf2" --name "Five strings"
"$seqd" render "$folder/../pedal-study.mid" --sf2 "$folder/piano.sf2" -o "$out"
