"""The machine that measures."""

import os
import platform
import time


def describe():
    """Lines that say what the numbers were measured on, and when."""
    allowed = len(os.sched_getaffinity(0))
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return [
        f"{_processor()}, {allowed} of {os.cpu_count()} cores, {platform.machine()}",
        f"{platform.system()} {platform.release()}, {_distribution()}",
        f"{time.strftime('%Y-%m-%d')}, load average at the start {load}",
    ]


def _processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def _distribution():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "unknown distribution"
