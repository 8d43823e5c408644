"""What a check is, and how it fails."""

import time
from typing import Callable, NamedTuple


class Failure(Exception):
    """What is not as it should be."""


class Check(NamedTuple):
    """A sentence, and a function that returns (a remark, or None) where it is true."""

    name: str
    run: Callable


def check(name, *arguments):
    """Makes a function with a `Place` as its first argument a check of its module."""

    def add(function):
        checks = function.__globals__.setdefault("CHECKS", [])
        checks.append(Check(name, lambda place: function(place, *arguments)))
        return function

    return add


def checks_of(module):
    return getattr(module, "CHECKS", [])


def expect(truth, what):
    if not truth:
        raise Failure(what)


def wait_until(is_true, what, seconds=5.0):
    """Waits for something. The seconds are the machine's own."""
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise Failure(f"not within {seconds} s: {what}")
        time.sleep(0.005)
