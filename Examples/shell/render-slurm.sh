#!/bin/bash
# Renders a collection of MIDI files on a cluster with Slurm, as an array of jobs.
#   sbatch --array=1-16 render-slurm.sh FOLDER OUTPUT-FOLDER [OPTION…]
#   sbatch --array=1-16 render-slurm.sh /data/midi /data/flac --sf2 piano.sf2 --type flac
#   SHARDS=16 sbatch --array=3,7 render-slurm.sh …     only these two of 16
# Options are those of `seqd render`. The array begins at 1, and each of its jobs renders one
# share. A job that is requeued, or submitted again, continues. $SHARDS is the number of shares
# (default: of the jobs). $SEQD selects another seqd than the one in $PATH.
#SBATCH --job-name=seqd-render
#SBATCH --cpus-per-task=4
#SBATCH --requeue
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 2)) || [[ ! -d $1 || -z ${SLURM_ARRAY_TASK_ID-} ]]; then
    echo "usage: sbatch --array=1-N ${0##*/} FOLDER OUTPUT-FOLDER [OPTION...]" >&2
    exit 64
fi
folder=$(realpath -- "$1")
output=$(realpath -m -- "$2")
shift 2

# exec: Slurm's signals reach seqd, which leaves no incomplete file.
exec "$seqd" render "$folder" -o "$output/" \
    --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-$SLURM_ARRAY_TASK_COUNT}" --continue \
    --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@"
