#!/bin/bash
# Renders every MIDI file in a folder to FLAC, several at once, and names those that failed.
#   render-folder.sh FOLDER [OUTPUT-FOLDER] [OPTION…]
#   render-folder.sh ~/midi ~/flac --sf2 piano.sf2 --format s24
# Options are those of `seqd render`; the default output folder is FOLDER/flac. The exit
# status is 0 if all files were rendered. $SEQD selects another seqd than the one in $PATH.
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 1)) || [[ ! -d $1 ]]; then
    echo "usage: ${0##*/} FOLDER [OUTPUT-FOLDER] [OPTION...]" >&2
    exit 64
fi
folder=${1%/}/
# seqd would read a name that begins with - as an option.
[[ $folder == /* ]] || folder=./$folder
shift
output=${folder}flac
if (($# > 0)) && [[ $1 != -* ]]; then
    output=$1
    shift
fi
[[ $output == /* || $output == ./* ]] || output=./$output

# Separated by NUL bytes, since names may contain blanks and newlines.
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

# One seqd renders them all, one file per processor, and loads the SoundFont once. It continues
# after an unreadable file. xargs runs it again if the names do not fit on one command line.
failure=0
printf '%s\0' "${songs[@]}" |
    xargs -0 "$seqd" render --type flac -o "$output/" "$@" || failure=1

rendered=0
for song in "${songs[@]}"; do
    name=${song##*/}
    # A file from an earlier run does not count.
    if [[ $output/${name%.*}.flac -nt $before ]]; then
        rendered=$((rendered + 1))
    else
        printf '%s: not rendered: %q\n' "${0##*/}" "$name" >&2
        failure=1
    fi
done
printf '%d of %d files rendered to %s\n' "$rendered" "${#songs[@]}" "$output"
exit "$failure"
