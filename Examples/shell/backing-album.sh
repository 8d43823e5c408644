#!/bin/bash
# Renders an album of backing tracks for a stage: music and backing tracks on output 1-2, the
# clicks of a count-in and of the beat, for the band's ears alone, on 3-4.
#   backing-album.sh OUTPUT-FOLDER SONG… [-- OPTION…]
#   backing-album.sh ~/album one.mid two.mid -- --sf2 piano.sf2
# The backing tracks of one.mid are its clips, in one.clips.json beside it:
#   {"clips": [{"file": "vocals.flac", "at": "1:1"}, {"file": "strings.flac", "at": "9:1"}]}
# A song without them is rendered too. The files are numbered as the songs are given, and tagged
# with the album's name. Options are those of `seqd render`. $SEQD selects another seqd than the one
# in $PATH.
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 2)); then
    echo "usage: ${0##*/} OUTPUT-FOLDER SONG... [-- OPTION...]" >&2
    exit 64
fi
folder=${1%/}
# seqd would read a name that begins with - as an option.
[[ $folder == /* ]] || folder=./$folder
shift
songs=()
while (($# > 0)) && [[ $1 != -- ]]; do
    songs+=("$1")
    shift
done
(($# == 0)) || shift
mkdir -p -- "$folder"

number=0
for song in "${songs[@]}"; do
    number=$((number + 1))
    [[ $song == /* ]] || song=./$song
    name=${song##*/}
    "$seqd" render "$song" -o "$folder/$(printf '%02d' "$number") ${name%.*}.wav" \
        --count-in 1 --metronome --pair metronome=3-4 \
        --tag "album=${folder##*/}" --tag "track=$number" "$@"
done
