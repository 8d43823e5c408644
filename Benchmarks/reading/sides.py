"""Readers side by side: what each run of each takes, in turn."""

import json
import os
import subprocess
from dataclasses import dataclass, field
from statistics import median

# The allocator keeps what is freed, and takes nothing from the system again: both are glibc's.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 40), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
# Of these the first is left out: only then there is memory to use again.
WARM_RUNS = 6


class ProbeFailure(Exception):
    """A reader that failed."""


@dataclass
class Side:
    """One reader in one manner of running."""

    name: str
    command: list
    # A process of its own for each run, or many in one with memory that is used again.
    is_warm: bool = False
    seconds: list = field(default_factory=list)
    events: int = 0
    bytes: int = 0
    memory: int = 0

    def run(self):
        """Runs it once and keeps what it took. Raises ProbeFailure."""
        result = run(self.command, KEEP_MEMORY if self.is_warm else {})
        seconds = result["seconds"]
        self.seconds.append(median(seconds[1:] or seconds))
        self.events, self.bytes = result["events"], result["bytes"]
        self.memory = result["memory"]

    @property
    def median(self):
        """Seconds."""
        return median(self.seconds)

    def times_as_fast_as(self, other):
        """The median of the ratios of runs that followed each other."""
        return median(theirs / ours for ours, theirs in zip(self.seconds, other.seconds))


def run(command, variables=None):
    """The JSON that a command prints. Raises ProbeFailure."""
    environment = dict(os.environ, **(variables or {}))
    done = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    try:
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        raise ProbeFailure(
            f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()[-200:]}"
        ) from None


def alternate(sides, pairs, progress):
    """Runs all in turn, so many times; each time another one begins."""
    for turn in range(pairs):
        progress(f"run {turn + 1}/{pairs}")
        start = turn % len(sides)
        for side in sides[start:] + sides[:start]:
            side.run()
