#!/bin/sh
# Makes the four SoundFonts of the band beside this script: Examples/band/fonts.sh [SEQD [BANK]]
#
# They are parts of seqd's own bank (CC0), half a megabyte together. SEQD is the program (default:
# seqd), BANK that bank (default: SoundFonts/seqd-gm.sf2 of this clone).
set -eu

folder=$(cd "$(dirname "$0")" && pwd)
seqd=${1:-seqd}
bank=${2:-$folder/../../SoundFonts/seqd-gm.sf2}

font() {
    name=$1
    shift
    test -s "$folder/$name.sf2" || "$seqd" font subset --sf2 "$bank" "$@" -o "$folder/$name.sf2"
}

font drums --preset 128:0
font bass --preset 0:33
font keys --preset 0:4
font melody --preset 0:48 --preset 0:64
