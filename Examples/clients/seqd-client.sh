#!/bin/bash
# Says a line to the daemon and prints its answer, with nc (OpenBSD's) and nothing of seqd's own.
#   Examples/clients/seqd-client.sh status
set -euo pipefail

socket=${SEQD_SOCKET:-${XDG_RUNTIME_DIR:?}/seqd/control.sock}

# nc -N ends the connection's sending side with the input's end; the daemon then answers what was
# asked, and closes.
answer=$(printf '%s\n' "$*" | nc -N -U "$socket")
printf '%s\n' "$answer"
case ${answer##*$'\n'} in
OK) exit 0 ;;
*) exit 1 ;;
esac
