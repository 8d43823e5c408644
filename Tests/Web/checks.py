"""Runs the checks: checks.py PROGRAM [--pictures FOLDER | CHECK...]

A check is a function whose name begins with `check_`, of a Place and Browsers. Its name is a
sentence.
"""

import sys
import time
import traceback

from playwright.sync_api import sync_playwright

import check_controls
import check_load
import check_safety
import check_shape
import pictures
from browser import Browsers
from place import Place

MODULES = [check_controls, check_safety, check_shape, check_load]


def checks(words):
    """The checks whose names have one of the words."""
    for module in MODULES:
        for name, function in vars(module).items():
            if name.startswith("check_") and callable(function):
                sentence = name.removeprefix("check_").replace("_", " ")
                if not words or any(word in sentence for word in words):
                    yield sentence, function


def run(place, browsers, words):
    """Runs checks, and returns the number of those that failed."""
    failed = 0
    found = list(checks(words))
    assert found, f"no check has one of {words} in its name"
    for sentence, function in found:
        start = time.monotonic()
        try:
            place.reset()
            figures = function(place, browsers)
        except Exception:
            failed += 1
            print(f"FAILED {sentence}", flush=True)
            traceback.print_exc()
            if place.daemon.poll() is not None:
                print((place.folder / "daemon.log").read_text()[-2000:])
                return failed
        else:
            note = f": {figures}" if figures else ""
            print(f"ok     {sentence} ({time.monotonic() - start:.1f} s){note}", flush=True)
    return failed


def main(program, *words):
    """Starts everything, runs checks, and ends everything."""
    place = Place(program)
    try:
        place.start()
        with sync_playwright() as playwright:
            browsers = Browsers(playwright)
            try:
                if words[:1] == ("--pictures",):
                    pictures.draw(place, browsers, words[1])
                    return 0
                failed = run(place, browsers, words)
            finally:
                browsers.close()
    finally:
        place.close()
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
