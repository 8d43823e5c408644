#!/bin/sh
# Makes the four SoundFonts of the band beside this script: Examples/band/fonts.sh
#
# They are parts of seqd's own bank (CC0), half a megabyte together. The generator is built first,
# which needs a Swift toolchain, unless MAKE_BANK names it.
set -eu

folder=$(cd "$(dirname "$0")" && pwd)

make_bank() {
    if test -n "${MAKE_BANK:-}"; then
        "$MAKE_BANK" "$@"
    else
        swift run -c release --package-path "$folder/../.." make-bank "$@"
    fi
}

font() {
    name=$1
    shift
    test -s "$folder/$name.sf2" || make_bank "$folder/$name.sf2" "$@"
}

font drums 128:0
font bass 0:33
font keys 0:4
font melody 0:48 0:64
