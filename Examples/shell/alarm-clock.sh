#!/bin/bash
# Wakes you with a song: the running daemon plays it, from very soft to its usual level.
#   alarm-clock.sh SONG [SECONDS]          how long the fade is; 60 seconds if not said
# Pausing or stopping the daemon (`seqd ctl stop`) ends the fade. Without a daemon, `seqd play`
# plays the song at once. $SEQD is the program, if it is not the seqd in $PATH.
#
# Once, with at(1):
#   echo "$HOME/bin/alarm-clock.sh $HOME/Music/morning.mid" | at 7:00
#
# On weekdays, with systemd (the time and the song are in the two files beside this one):
#   mkdir -p ~/bin ~/.config/systemd/user
#   cp alarm-clock.sh ~/bin
#   cp seqd-alarm.service seqd-alarm.timer ~/.config/systemd/user
#   systemctl --user daemon-reload
#   systemctl --user enable --now seqd-alarm.timer
#   systemctl --user start seqd-alarm        # to hear it now
# On a box that nobody logs in to: loginctl enable-linger "$USER"
set -euo pipefail

seqd=${SEQD:-seqd}
if (($# < 1 || $# > 2)) || [[ ! ${2:-60} =~ ^[0-9]{1,4}$ ]]; then
    echo "usage: ${0##*/} SONG [SECONDS]" >&2
    exit 64
fi
song=$1
seconds=$((10#${2:-60}))
if [[ ! -r $song ]]; then
    printf '%s: cannot read %s\n' "${0##*/}" "$song" >&2
    exit 66
fi
# A name that begins with - would be taken for an option.
[[ $song == /* ]] || song=$PWD/$song

status=0
"$seqd" ctl ping >/dev/null 2>&1 || status=$?
case $status in
    0) ;;
    # No daemon: a plain player is better than silence.
    69) exec "$seqd" play --quiet "$song" ;;
    *)
        echo "${0##*/}: the daemon does not answer (status $status)" >&2
        exit "$status"
        ;;
esac

field() {
    "$seqd" ctl status | sed -n "s/^$1: //p"
}

# The level that the daemon has is the one to reach; whatever happens, it gets it back.
level=$(field gain | sed 's/[^0-9.+-].*//')
restore() {
    "$seqd" ctl gain "$level" >/dev/null 2>&1 || true
}
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# From 40 dB below, a step a second: steps of less than a decibel are not heard as such.
fade() {
    awk -v level="$level" -v part="$1" -v whole="$seconds" 'BEGIN {
        gain = level - 40 * (whole > 0 ? 1 - part / whole : 0)
        printf "%.1f", gain < -60 ? -60 : gain
    }'
}
"$seqd" ctl gain "$(fade 0)" >/dev/null
"$seqd" ctl play "$song" >/dev/null
for ((second = 1; second <= seconds; second++)); do
    sleep 1
    # Somebody is awake, or the song was short.
    [[ $(field state) == playing ]] || break
    "$seqd" ctl gain "$(fade "$second")" >/dev/null
done
