"""Compares how SFZ files sound in seqd and in sfizz, note by note, and prints a table.

    python3 -m Benchmarks.sfz --seqd PATH FOLDER-OR-SFZ… [options]

Benchmarks/README.md says what is measured. Needs Python 3.9 or later, and numpy and pysfizz of
PyPI. Exits with 1 where a program failed, 69 where something needed is not there.
"""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile

MISSING = 69


def arguments():
    parser = argparse.ArgumentParser(prog="python3 -m Benchmarks.sfz", description=__doc__.splitlines()[0])
    parser.add_argument("--seqd", required=True, metavar="PATH", help="the program seqd")
    parser.add_argument("--engine", choices=["seqd", "fluidsynth"], default="seqd")
    parser.add_argument("--keys", type=int, default=3, metavar="N", help="keys of each file (default: 3)")
    parser.add_argument("--cache", metavar="DIR", help="where sfizz's sound is stored between runs")
    parser.add_argument(
        "--seconds", type=float, default=1.3, metavar="S", help="how long notes are held (default: 1.3)"
    )
    parser.add_argument(
        "--quality", type=int, default=2, metavar="N",
        help="sfizz's interpolation, 1 to 10 (default: 2, as it plays)",
    )
    parser.add_argument("--tsv", metavar="FILE", help="all numbers, one line for each note")
    parser.add_argument("files", nargs="+", metavar="FOLDER-OR-SFZ")
    options = parser.parse_args()
    if options.keys < 1 or not 0.1 <= options.seconds <= 60 or not 1 <= options.quality <= 10:
        parser.error("--keys is 1 or more, --seconds 0.1 to 60, --quality 1 to 10")
    return options


def require(options):
    """Ends the program, saying what it lacks."""
    lacking = [
        f"the Python package {name} (pip install {name})"
        for name in ("numpy", "pysfizz") if importlib.util.find_spec(name) is None
    ]
    if shutil.which(options.seqd) is None:
        lacking.append(f"the program {options.seqd}")
    lacking += [f"the file or folder {path}" for path in options.files if not os.path.exists(path)]
    if lacking:
        for each in lacking:
            print(f"sfz: needs {each}", file=sys.stderr)
        sys.exit(MISSING)


def main():
    options = arguments()
    require(options)
    with tempfile.TemporaryDirectory() as temporary:
        from .run import run  # needs numpy  # pylint: disable=import-outside-toplevel

        sys.exit(run(options, options.cache or temporary))


if __name__ == "__main__":
    main()
