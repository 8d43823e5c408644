"""The table, the summary and the file of all numbers."""

from collections import Counter

from .measure import Difference

UNITS = {
    "silence": "", "onset": "ms", "level": "dB", "spectrum": "dB", "pitch": "ct", "balance": "dB",
    "envelope": "dB", "tail": "×",
}


class Row:
    """A note that was compared. Without a difference, a program failed."""

    def __init__(self, note, sfizz=None, seqd=None, difference=None):
        self.note, self.sfizz, self.seqd, self.difference = note, sfizz, seqd, difference

    @property
    def agrees(self):
        return self.difference is not None and not self.difference.failed

    @property
    def is_silent(self):
        return self.difference is not None and self.sfizz.is_silent and self.seqd.is_silent

    @property
    def name(self):
        return f"{self.note.key} v{self.note.velocity} {self.note.name}".strip()


class File:
    """A file and its notes."""

    def __init__(self, group, name, is_random, rows, failure=None, remark=None):
        self.group, self.name, self.is_random, self.rows = group, name, is_random, rows
        self.failure, self.remark = failure, remark

    @property
    def agreeing(self):
        return sum(row.agrees for row in self.rows)

    @property
    def agrees(self):
        return self.failure is None and self.agreeing == len(self.rows)

    def line(self):
        """The file's line of the table."""
        text = f"{self.agreeing:3}/{len(self.rows):<3} {self.name}"
        if self.is_random:
            text += " (random)"
        if self.failure:
            return f"{text}: {self.failure}"
        bad = [row for row in self.rows if not row.agrees]
        if not bad:
            return text
        worst = max(bad, key=lambda row: row.difference.worst)
        counts = Counter(name for row in bad for name in row.difference.failed)
        parts = [_number(worst.difference, name) for name in worst.difference.failed]
        others = [f"{name} ({counts[name]})" for name in counts if name not in worst.difference.failed]
        text += f": {', '.join(parts)} [{worst.name}]"
        if others:
            text += f"; elsewhere {', '.join(others)}"
        return f"{text} ({self.remark})" if self.remark else text


def _number(difference, name):
    value = difference.values[name]
    if name == "silence":
        return "seqd sounds, sfizz is silent" if value > 0 else "seqd is silent"
    return f"{name} {value:+.1f} {UNITS[name]}"


def summary(files):
    """Lines that say how many notes and files agree, for each group."""
    for group in dict.fromkeys(file.group for file in files):
        own = [file for file in files if file.group == group]
        rows = [row for file in own for row in file.rows]
        notes, whole = sum(row.agrees for row in rows), sum(file.agrees for file in own)
        silent = sum(row.is_silent for row in rows)
        yield (
            f"{group}: {_share(notes, len(rows))} of notes agree "
            f"({silent} of them silent in both); {_share(whole, len(own))} of files"
        )
        heard = [row for row in rows if not row.is_silent]
        close = sum(row.difference is not None and row.difference.is_close for row in heard)
        yield f"  within 3 dB and 10 cents: {_share(close, len(heard))} of notes with sound"
        failed = Counter(
            name for row in rows if row.difference is not None for name in row.difference.failed
        )
        broken = sum(file.failure is not None for file in own)
        parts = [f"{name} {failed[name]}" for name in Difference.NAMES if failed[name]]
        if broken:
            parts.append(f"files not played {broken}")
        yield "  notes that differ in " + ", ".join(parts) if parts else "  nothing differs"


def _share(part, whole):
    return f"{part}/{whole} ({100 * part / max(whole, 1):.1f} %)"


COLUMNS = [
    "group", "file", "random", "key", "velocity", "variant", "agrees", "failed",
    "onset_sfizz_ms", "onset_seqd_ms", "level_sfizz_db", "level_seqd_db", "balance_sfizz_db",
    "balance_seqd_db", "tail_sfizz_ms", "tail_seqd_ms", *(f"{name}_difference" for name in Difference.NAMES),
]


def table(files, offset):
    """The lines of the TSV: one for each note. seqd's levels are without the offset."""
    yield "\t".join(COLUMNS)
    for file in files:
        for row in file.rows:
            fields = [
                file.group, file.name, str(int(file.is_random)), str(row.note.key),
                str(row.note.velocity), row.note.name, str(int(row.agrees)),
            ]
            if row.difference is None:
                fields += ["not played"] + [""] * (len(COLUMNS) - len(fields) - 1)
            else:
                fields.append(",".join(row.difference.failed))
                fields += _pair(row, lambda sound: sound.onsets[1])
                fields += [_text(row.sfizz.level), _text(row.seqd.level - offset)]
                fields += _pair(row, lambda sound: sound.balance) + _pair(row, lambda sound: sound.tail())
                fields += [_text(value) for value in row.difference.values.values()]
            yield "\t".join(fields)


def _pair(row, value):
    return [_text(value(sound)) if not sound.is_silent else "" for sound in (row.sfizz, row.seqd)]


def _text(value):
    return "" if value is None else f"{value:.2f}"
