"""What a process takes: memory, descriptors, threads, and how flat a series of figures is."""

import os
import re
from typing import NamedTuple


class Figures(NamedTuple):
    """What a process takes at a time; memory in KiB."""

    resident: int
    # Memory of its own: heap and stacks, not the pages of files.
    private: int
    descriptors: int
    threads: int


def figures_of(pid):
    with open(f"/proc/{pid}/status") as status:
        text = status.read()

    def number(key):
        return int(re.search(rf"^{key}:\s+(\d+)", text, re.MULTILINE)[1])

    return Figures(
        number("VmRSS"), number("RssAnon"), len(os.listdir(f"/proc/{pid}/fd")), number("Threads")
    )


def slope(values):
    """The rise per step of the line of least squares."""
    count = len(values)
    middle, mean = (count - 1) / 2, sum(values) / count
    above = sum((at - middle) * (value - mean) for at, value in enumerate(values))
    return above / sum((at - middle) ** 2 for at in range(count))
