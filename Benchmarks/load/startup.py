"""What a run of `seqd ctl` takes, from its start to its end."""

import os
import shutil
from statistics import median

from comparison.process import run


def rows(seqd, daemon, runs):
    """`seqd ctl ping`, and `true` for what starting any program takes."""
    cores = os.sched_getaffinity(0)
    ours, theirs = [], []
    for _ in range(runs):
        command = [seqd, "ctl", "--socket", daemon.path, "ping"]
        ours.append(run(command, cores, 10))
        theirs.append(run([shutil.which("true")], cores, 10))
    return [
        ("`seqd ctl ping`: wall time", _milliseconds(ours, "wall")),
        ("`seqd ctl ping`: CPU time", _milliseconds(ours, "cpu")),
        ("`true`: wall time", _milliseconds(theirs, "wall")),
    ]


def _milliseconds(costs, what):
    values = [getattr(cost, what) * 1000 for cost in costs]
    return f"{median(values):.1f} ms ({min(values):.1f} … {max(values):.1f})"
