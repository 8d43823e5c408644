#!/bin/bash
# Renders every MIDI file of a folder to FLAC, several at once, and says which ones failed.
#   render-folder.sh FOLDER [OUTPUT-FOLDER] [OPTION…]
#   render-folder.sh ~/midi ~/flac --sf2 piano.sf2 --format s24
# Options are those of `seqd render`; the output folder is FOLDER/flac if not said. The exit status
# is 0 when all were rendered. $SEQD is the program, if it is not the seqd in $PATH.
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 1)) || [[ ! -d $1 ]]; then
    echo "usage: ${0##*/} FOLDER [OUTPUT-FOLDER] [OPTION...]" >&2
    exit 64
fi
folder=${1%/}/
# A name that begins with - would be taken for an option.
[[ $folder == /* ]] || folder=./$folder
shift
output=${folder}flac
if (($# > 0)) && [[ $1 != -* ]]; then
    output=$1
    shift
fi
[[ $output == /* || $output == ./* ]] || output=./$output

# Between zero bytes, for names may hold blanks and line ends.
songs=()
while IFS= read -r -d '' song; do
    songs+=("$song")
done < <(
    find -H "$folder" -maxdepth 1 -type f \( -iname '*.mid' -o -iname '*.midi' -o -iname '*.kar' \
        -o -iname '*.rmi' \) -print0 | sort -z
)
if ((${#songs[@]} == 0)); then
    echo "${0##*/}: no MIDI files in $folder" >&2
    exit 66
fi

mkdir -p -- "$output"
before=$(mktemp)
trap 'rm -f -- "$before"' EXIT

# One seqd renders them all: a file to each processor, the SoundFont loaded once. It goes on after
# a file that cannot be read. xargs starts another one where the names do not fit a command line.
failure=0
printf '%s\0' "${songs[@]}" |
    xargs -0 "$seqd" render --type flac -o "$output/" "$@" || failure=1

rendered=0
for song in "${songs[@]}"; do
    name=${song##*/}
    # What was there before, and is no newer, is no success.
    if [[ $output/${name%.*}.flac -nt $before ]]; then
        rendered=$((rendered + 1))
    else
        printf '%s: not rendered: %q\n' "${0##*/}" "$name" >&2
        failure=1
    fi
done
printf '%d of %d files rendered to %s\n' "$rendered" "${#songs[@]}" "$output"
exit "$failure"
