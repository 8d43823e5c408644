"""A command run to its end, and what it cost."""

import os
import select
import signal
import subprocess
import time
from typing import NamedTuple


class RunFailure(Exception):
    """A command that failed, or did not end in time."""


class Cost(NamedTuple):
    """What a command took, its own children included where it waited for them."""

    wall: float  # seconds
    cpu: float  # seconds, user and system
    # MB: the resident set of its largest process, at its largest. Never below this script's own
    # 10 to 15 MB: the kernel counts from the fork on.
    memory: float


def run(command, processors, timeout, environment=None):
    """Runs a command on some processors (a set of numbers; what `taskset -c` does).

    Its output is thrown away but for the last line of an error. Raises RunFailure.
    """
    began = time.monotonic()
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: os.sched_setaffinity(0, processors),
    ) as process:
        try:
            return _follow(process, began, timeout)
        except BaseException:
            _end(process)
            raise


def _follow(process, began, timeout):
    errors = _read(process.stderr.fileno(), began + timeout)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    # Popen would wait for it once more.
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().splitlines() or ["no message"]
        raise RunFailure(f"{_ending(process.returncode)}: {lines[-1]}")
    return Cost(
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        # Linux counts in KiB.
        memory=usage.ru_maxrss * 1024 / 1e6,
    )


def _read(descriptor, deadline):
    """Reads until the other end is closed, which is when the process has gone."""
    kept = b""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN | select.POLLHUP)
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise RunFailure("did not end in time")
        data = os.read(descriptor, 65536)
        if not data:
            return kept
        kept = (kept + data)[-4096:]


def _ending(status):
    return f"exit {status}" if status > 0 else signal.Signals(-status).name


def _end(process):
    """Kills what still runs: the process leads a session, so a shell's children go with it."""
    if process.returncode is not None:
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
