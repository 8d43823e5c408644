#!/bin/sh
# Plays an example song with the program given; renders it to demo.wav where there is no sound.
set -eu

seqd=$1
song=$(dirname "$0")/band.mid

echo "seqd plays $song; Ctrl-C ends it."
status=0
"$seqd" play "$song" || status=$?
case $status in
    0 | 130 | 143) exit 0 ;;
    69 | 75 | 77)
        echo "There is no sound device to play on: rendering to demo.wav instead."
        exec "$seqd" render "$song" -o demo.wav
        ;;
    *) exit "$status" ;;
esac
