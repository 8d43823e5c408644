#!/bin/bash
# Renders a song into another program without a temporary file. SoX normalises the peak to
# -1 dBFS; without SoX, FFmpeg normalises the loudness to -16 LUFS.
#   pipe.sh SONG OUTPUT [OPTION…]          OUTPUT's extension selects the type: mp3, ogg, flac …
#   pipe.sh song.mid song.mp3 --sf2 piano.sf2
# Options are those of `seqd render`. Needs `sox` (for MP3 also `libsox-fmt-mp3`) or `ffmpeg`. $SEQD
# selects another seqd than the one in $PATH.
#
# More pipes. Without --type, seqd writes a WAV stream of unknown length:
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

# A fixed sample rate, since raw samples have no header.
rate=48000
render() {
    # Float has headroom above full scale, so nothing clips before normalising.
    "$seqd" render "$song" "$@" --type raw --format float --rate "$rate" -o -
}

# The output file appears only when it is complete.
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
