"""A whole run: every file of every argument, one after another."""

import os
import sys

from . import calibration, report
from .measure import Difference, Sound
from .plan import plan
from .players import PlayerFailure, Refusal, Seqd, Sfizz, silence
from .source import Source, files_of

# How often sfizz plays a file in which chance has a part; the pass that is nearest counts.
PASSES = 12


def run(options, cache):
    """Prints the table; returns the exit status."""
    sfizz = Sfizz(cache, options.quality)
    seqd = Seqd(os.path.abspath(options.seqd) if os.sep in options.seqd else options.seqd, options.engine)
    try:
        offset = calibration.offset(sfizz, seqd, options.seconds, 1)
        stereo = calibration.offset(sfizz, seqd, options.seconds, 2)
    except PlayerFailure as failure:
        print(f"sfz: {failure}", file=sys.stderr)
        return 1
    print(f"seqd re sfizz: {offset:+.2f} dB with a mono file, {stereo:+.2f} dB with a stereo file", flush=True)
    files = []
    try:
        for argument in options.files:
            group = os.path.basename(os.path.abspath(argument))
            print(f"\n{group}", flush=True)
            for path in files_of(argument):
                name = os.path.relpath(path, argument) if os.path.isdir(argument) else group
                files.append(_compare(path, group, name, sfizz, seqd, offset, options))
                print(files[-1].line(), flush=True)
    finally:
        if options.tsv:
            with open(options.tsv, "w", encoding="utf-8", errors="replace") as file:
                file.writelines(line + "\n" for line in report.table(files, offset))
    print()
    for line in report.summary(files):
        print(line)
    return int(any(file.failure for file in files))


def _compare(path, group, name, sfizz, seqd, offset, options):
    source = Source(path)
    notes = plan(source, options.keys, options.seconds)
    passes = PASSES if source.chance else 1
    remark = None
    try:
        theirs = sfizz.play(source, notes.repeated(passes))
        try:
            ours = seqd.play(source, notes)
        except Refusal as refusal:
            ours, remark = silence(notes), f"seqd refuses it: {refusal}"
    except PlayerFailure as failure:
        rows = [report.Row(note) for note in notes.notes]
        return report.File(group, name, source.chance is not None, rows, failure=str(failure))
    rows = []
    several = notes.repeated(passes).notes
    for index, note in enumerate(notes.notes):
        sound = Sound(ours, note)
        others = [Sound(theirs, other) for other in several[index::len(notes.notes)]]
        pairs = [(other, Difference(other, sound, offset, source.chance)) for other in others]
        nearest, difference = min(pairs, key=lambda pair: pair[1].worst)
        rows.append(report.Row(note, nearest, sound, difference))
    for row in rows:
        # The sound itself is large, and no longer needed.
        row.sfizz.frames = row.seqd.frames = None
    return report.File(group, name, source.chance is not None, rows, remark=remark)
