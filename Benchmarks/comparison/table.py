"""The result as Markdown."""

from statistics import median

from .pairs import medians

_HEADER = [
    "| measure | seqd | fluidsynth | ratio | per second of sound | songs from … to |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
]


def summary(one, every, batch, start_one, start_every, versions):
    """The table of medians over all pairs; `one` and `every` are {song: Pairs}."""
    rows = []
    for songs, where in ((one, "one core"), (every, "all cores")):
        rows += [_row(f"wall time, {where}", songs.values(), "wall", _seconds)]
        rows += [_row(f"CPU time, {where}", songs.values(), "cpu", _seconds)]
        rows += [_speed(f"sound per second of wall time, {where}", songs.values())]
    rows += [_row("peak memory, all cores", every.values(), "memory", _megabytes)]
    rows += _batch_rows(batch)
    for pairs, what in (
        (start_one, "a song of one note, one core"),
        (start_every, "a song of one note, all cores"),
        (versions, "`--version`"),
    ):
        rows += [_row(f"{what}: wall time", [pairs], "wall", _milliseconds)]
        rows += [_row(f"{what}: CPU time", [pairs], "cpu", _milliseconds)]
    return _HEADER + rows


def of_batch(batch):
    """The table of the batch alone."""
    return _HEADER + _batch_rows(batch)


def _batch_rows(batch):
    if not batch.costs:
        return []
    return [
        _row("batch of all songs: wall time", [batch], "wall", _seconds),
        _row("batch of all songs: CPU time", [batch], "cpu", _seconds),
        _speed("batch of all songs: sound per second", [batch]),
        _row("batch of all songs: peak memory", [batch], "memory", _megabytes),
    ]


def by_song(one, every):
    """A row for each song, with the medians of its pairs' ratios."""
    lines = [
        "| song | seqd wrote | fluidsynth wrote | wall, one core | CPU, one core "
        "| wall, all cores | CPU, all cores | memory |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for song, pairs in one.items():
        ours, theirs = pairs.lengths
        ratios = [
            pairs.ratios("wall"),
            pairs.ratios("cpu"),
            every[song].ratios("wall"),
            every[song].ratios("cpu"),
            every[song].ratios("memory"),
        ]
        cells = [f"{ours:.1f} s", f"{theirs:.1f} s"] + [_median(values) for values in ratios]
        lines.append(_line([song] + cells))
    return lines


def _row(name, songs, what, text):
    songs = list(songs)
    ours, theirs = medians([value for song in songs for value in song.values(what)])
    ratios = [ratio for song in songs for ratio in song.ratios(what)]
    per_second = [ratio for song in songs for ratio in song.ratios_per_second(what)]
    cells = [name, text(ours), text(theirs), _median(ratios)]
    # A longer tail takes time, but no memory.
    cells += ["" if what == "memory" else _median(per_second)]
    cells += [_range([median(song.ratios(what)) for song in songs if song.ratios(what)])]
    return _line(cells)


def _speed(name, songs):
    speeds = [value for song in songs for value in song.speeds()]
    ours, theirs = medians(speeds)
    ratio = _median([first / second for first, second in speeds])
    return _line([name, f"{ours:.1f} ×", f"{theirs:.1f} ×", ratio, "", ""])


def _median(values):
    return f"{median(values):.2f}" if values else ""


def _range(values):
    return f"{min(values):.2f} … {max(values):.2f}" if len(values) > 1 else ""


def _seconds(value):
    return f"{value:.2f} s"


def _milliseconds(value):
    return f"{value * 1000:.1f} ms"


def _megabytes(value):
    return f"{value:.1f} MB"


def _line(cells):
    return "| " + " | ".join(cells) + " |"
