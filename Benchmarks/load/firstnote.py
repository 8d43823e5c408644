"""The first note after the device was released: how soon it is there."""

import os
import time
from statistics import median

from comparison.process import RunFailure

from .daemon import Daemon

RATE = 48_000


def rows(seqd, font, folder, tools, notes):
    """Notes, each sent to a daemon that has released its device."""
    path = os.path.join(folder, "first-sound")
    variables = {"LD_PRELOAD": tools.first_sound, "FIRST_SOUND": path}
    # ALSA's own device that takes everything: opened and written to like any other.
    options = ("--device", "null", "--format", "s32", "--idle", "0.05")
    handed, heard = [], []
    with Daemon(seqd, font, folder, options, variables) as daemon:
        for turn in range(notes):
            _wait_until_idle(daemon)
            sent = time.monotonic_ns()
            daemon.ask("note 1 60 100 0.05")
            sounded, started, frame = _line(path, turn)
            handed.append((sounded - sent) / 1e6)
            heard.append((started - sent) / 1e6 + frame * 1000 / RATE)
    return [
        ("first note, device released: handed to the device", _milliseconds(handed)),
        ("first note: out of a device that starts when its buffer is full", _milliseconds(heard)),
    ]


def _wait_until_idle(daemon):
    deadline = time.monotonic() + 30
    while daemon.ask("status")["output"] != "idle":
        if time.monotonic() > deadline:
            raise RunFailure("the daemon does not become idle")
        time.sleep(0.01)


def _line(path, number):
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                lines = file.read().splitlines()
            if len(lines) > number:
                return [int(word) for word in lines[number].split()[1:]]
        time.sleep(0.005)
    raise RunFailure("no sound reached the device")


def _milliseconds(values):
    return f"{median(values):.1f} ms ({min(values):.1f} … {max(values):.1f})"
