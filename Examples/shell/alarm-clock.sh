#!/bin/bash
# Wakes you up with a song: the running daemon plays it and fades it in to its usual level.
#   alarm-clock.sh SONG [SECONDS]          length of the fade in seconds (default 60)
# Pausing or stopping the daemon (`seqd ctl stop`) ends the fade. Without a daemon, `seqd play`
# plays the song at once. $SEQD selects another seqd than the one in $PATH.
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
# On a machine where nobody logs in: loginctl enable-linger "$USER"
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
# seqd would read a name that begins with - as an option.
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

# The fade ends at the daemon's present level, and restores that level in any case.
level=$(field gain | sed 's/[^0-9.+-].*//')
restore() {
    "$seqd" ctl gain "$level" >/dev/null 2>&1 || true
}
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Starts 40 dB lower, one step per second: steps below 1 dB are inaudible.
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
    # Somebody stopped it, or the song has ended.
    [[ $(field state) == playing ]] || break
    "$seqd" ctl gain "$(fade "$second")" >/dev/null
done
