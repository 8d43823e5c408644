"""seqd and MPD with the same load, one after the other."""

from statistics import median

from comparison.process import RunFailure
from comparison.programs import version

from .crowd import requests
from .daemon import ticks
from .mpd import MPD

# Clients that ask again as soon as they are answered, and what they ask.
LOADS = [
    (clients, request) for clients in (1, 200, 1000) for request in ("ping", "status")
]


def table(tools, daemon, folder, rounds, seconds):
    """The lines of a table, with a ratio for each figure. Raises RunFailure."""
    lines = [
        f"- {version('mpd')}",
        f"- runs of each: {rounds} of {seconds:g} s, in turn",
        "",
        "| clients | request | measure | seqd | MPD | ratio |",
        "| ---: | --- | --- | ---: | ---: | ---: |",
    ]
    with MPD(folder) as mpd:
        for clients, request in LOADS:
            # The connections and the buffers are made once before.
            for server in (daemon, mpd):
                _figures(tools, server, clients, 0.2, request)
            load = (clients, seconds, request)
            pairs = [_pair(tools, daemon, mpd, load, turn) for turn in range(rounds)]
            for measure, (name, decimals) in enumerate(MEASURES):
                values = [(ours[measure], theirs[measure]) for ours, theirs in pairs]
                ours, theirs = (median(side) for side in zip(*values))
                ratio = median(first / second for first, second in values)
                lines.append(
                    f"| {clients:,} | `{request}` | {name} | {ours:,.{decimals}f} | "
                    f"{theirs:,.{decimals}f} | {ratio:.2f} |"
                )
    return lines


MEASURES = [
    ("answers per second", 0),
    ("median, ms", 3),
    ("99th percentile, ms", 3),
    ("CPU time for an answer, µs", 2),
]


def _pair(tools, daemon, mpd, load, turn):
    """The figures of (seqd, MPD); who begins alternates with the turn."""
    servers = (daemon, mpd) if turn % 2 == 0 else (mpd, daemon)
    figures = [_figures(tools, server, *load) for server in servers]
    return figures if turn % 2 == 0 else figures[::-1]


def _figures(tools, server, clients, seconds, request):
    """The values of the measures."""
    status = f"/proc/{server.process.pid}/stat"
    before = ticks(status)
    result = requests(tools, server, clients, 0, seconds, request)
    if result["failures"]:
        raise RunFailure(f"{server.path}: {result['failures']:.0f} requests failed")
    cpu = (ticks(status) - before) / result["answers"] * 1e6
    # A run may be too short for the kernel's clock of CPU time.
    return result["answers"] / result["seconds"], result["p50"], result["p99"], max(cpu, 0.01)
