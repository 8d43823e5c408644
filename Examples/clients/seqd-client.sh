#!/bin/bash
# Sends one command line to the daemon and prints the answer. It needs only nc (OpenBSD netcat).
#   Examples/clients/seqd-client.sh status
set -euo pipefail

if [ $# -eq 0 ]; then
    echo "usage: ${0##*/} COMMAND [ARGUMENT...]   such as status, or: play /path/song.mid" >&2
    exit 64
fi
socket=${SEQD_SOCKET:-${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/seqd/control.sock}
if [ ! -S "$socket" ]; then
    echo "${0##*/}: no daemon at $socket (seqd daemon starts one)" >&2
    exit 69
fi

# nc -N shuts down the sending side at the end of its input. The daemon then sends the
# remaining answers and closes the connection.
if ! answer=$(printf '%s\n' "$*" | nc -N -U "$socket"); then
    echo "${0##*/}: no daemon answers at $socket" >&2
    exit 69
fi
printf '%s\n' "$answer"
case ${answer##*$'\n'} in
OK) exit 0 ;;
*) exit 1 ;;
esac
