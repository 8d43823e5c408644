#!/bin/sh
# Renders the band, each part with a SoundFont of its own:
#
#     Examples/band/render.sh [SEQD [OUT [OPTION ...]]]
#
# SEQD is the program (default: seqd), OUT the sound file (default: band.flac); options of
# `seqd render` may follow. The rack band.json has the samplers, where they stand and what they
# play; fonts.sh makes their fonts.
set -eu

folder=$(dirname "$0")
seqd=${1:-seqd}
out=${2:-band.flac}

if test $# -gt 2; then shift 2; else set --; fi

# Where the package has put it, the fonts are made already.
test ! -x "$folder/fonts.sh" || "$folder/fonts.sh" "$seqd"
exec "$seqd" render "$folder/../band.mid" --rack "$folder/band.json" -o "$out" "$@"
