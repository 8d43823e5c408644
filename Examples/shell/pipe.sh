#!/bin/bash
# Renders a song into another program, without a file in between: made as loud as it can be
# (its peak is at -1 dBFS) by SoX, or brought to -16 LUFS by FFmpeg where there is no SoX.
#   pipe.sh SONG OUTPUT [OPTION…]          the kind of file by OUTPUT's extension: mp3, ogg, flac …
#   pipe.sh song.mid song.mp3 --sf2 piano.sf2
# Options are those of `seqd render`. Needs `sox` (for MP3 `libsox-fmt-mp3` too) or `ffmpeg`. $SEQD
# is the program, if it is not the seqd in $PATH.
#
# More pipes; without --type, what comes through them is a WAV file of open length:
#   seqd render song.mid -o - | aplay
#   seqd render song.mid -o - | ffplay -nodisp -autoexit -
#   seqd render song.mid -o - | ssh musicbox aplay
#   seqd render song.mid -o - | sox --ignore-length -t wav - -n spectrogram
#   zcat song.mid.gz | seqd render - -o - | flac -s - -o song.flac
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 2)); then
    echo "usage: ${0##*/} SONG OUTPUT [OPTION...]" >&2
    exit 64
fi
song=$1
output=$2
shift 2
[[ $song == /* || $song == - ]] || song=./$song
[[ $output == /* ]] || output=./$output

# A rate of our own: raw samples do not tell theirs.
rate=48000
render() {
    # Float has room above full scale, so nothing clips before the level is set.
    "$seqd" render "$song" "$@" --type raw --format float --rate "$rate" -o -
}

# The file appears when it is complete, or not at all.
work=$(mktemp -d "${output%/*}/.pipe-XXXXXX")
trap 'rm -rf -- "$work"' EXIT
part=$work/${output##*/}

if command -v sox >/dev/null; then
    render "$@" |
        sox -t raw -e floating-point -b 32 -c 2 -r "$rate" - "$part" gain -n -1
elif command -v ffmpeg >/dev/null; then
    render "$@" |
        ffmpeg -loglevel error -f f32le -ac 2 -ar "$rate" -i - \
            -af loudnorm=I=-16:TP=-1 -ar "$rate" "$part"
else
    echo "${0##*/}: install sox or ffmpeg" >&2
    exit 69
fi
mv -f -- "$part" "$output"
