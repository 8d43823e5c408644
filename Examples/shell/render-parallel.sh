#!/bin/bash
# Renders a collection of MIDI files with several processes, on this machine or on several.
#   render-parallel.sh FOLDER OUTPUT-FOLDER [OPTION…]
#   render-parallel.sh ~/midi ~/flac --sf2 piano.sf2 --type flac
#   PARALLEL='--sshlogin host1,host2,host3' SHARDS=24 render-parallel.sh /nfs/midi /nfs/flac
# Options are those of `seqd render`. $SHARDS is the number of processes (default: one per
# processor); GNU parallel reads options of its own from $PARALLEL. With --sshlogin, all hosts
# need the same paths. After an interruption, run the same command again: it continues. The
# exit status is 0 if all files were rendered. $SEQD selects another seqd than the one in $PATH.
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 2)) || [[ ! -d $1 ]]; then
    echo "usage: ${0##*/} FOLDER OUTPUT-FOLDER [OPTION...]" >&2
    exit 64
fi
# Absolute names: other machines begin in another folder, and none begins with -.
folder=$(realpath -- "$1")
output=$(realpath -m -- "$2")
shift 2
shards=${SHARDS:-$(nproc)}

# Each process finds the same files and renders its share of them. --continue skips those that
# are complete. --will-cite is for GNU parallel's notice.
seq "$shards" |
    parallel --will-cite --quote --line-buffer \
        "$seqd" render "$folder" -o "$output/" --shard "{}/$shards" --continue --jobs 1 "$@"
