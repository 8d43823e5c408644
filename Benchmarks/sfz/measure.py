"""What is measured of one note's sound, and how two of them differ."""

import numpy

from .plan import TAIL
from .players import RATE

SILENT = 10 ** (-90 / 20)
# −60 dB re the peak, and a decibel on either side: a slow beginning crosses it anywhere.
ONSETS = [10 ** (decibels / 20) for decibels in (-61, -60, -59)]
FLOOR = -50.0  # dB re the peak, of envelopes and tails
FRAME = RATE // 50
WINDOW = 8192
# Centres of thirds of an octave, 25 Hz to 20 kHz.
EDGES = 1000 * 2 ** ((numpy.arange(-16.5, 14.5)) / 3)
LOWEST = 8  # the lowest line, 47 Hz, whose frequency is exact enough
FEWEST = 4  # windows with a clear line, for a pitch to be compared
TONAL = 0.3  # share of the energy that a clear line has at least
ALONE = 0.8  # and of the energy within 35 Hz: noise has many lines


def decibels(energy):
    return 10 * numpy.log10(numpy.maximum(energy, 1e-20))


class Sound:
    """The figures of one note as one program plays it."""

    def __init__(self, frames, note):
        begin = note.start * RATE // 1000
        self.hold = note.hold * RATE // 1000
        self.frames = frames[begin:begin + self.hold + TAIL * RATE // 1000]
        size = numpy.abs(self.frames).max(axis=1)
        self.peak = size.max()
        self.is_silent = bool(self.peak < SILENT)
        # In milliseconds: at each of the thresholds.
        self.onsets = [int(numpy.argmax(size > self.peak * part)) / RATE * 1000 for part in ONSETS]
        energy = (self.frames ** 2).mean(axis=0)
        self.level = float(decibels(energy.mean()))
        self.balance = float(numpy.clip(decibels(energy[0]) - decibels(energy[1]), -40, 40))
        blocks = self.frames[:len(self.frames) // FRAME * FRAME].reshape(-1, FRAME * 2)
        self.envelope = decibels((blocks ** 2).mean(axis=1))

    def spectra(self):
        """The power spectra of windows that overlap by half, and where each begins."""
        shape = numpy.hanning(WINDOW)
        for begin in range(0, len(self.frames) - WINDOW + 1, WINDOW // 2):
            part = self.frames[begin:begin + WINDOW] * shape[:, None]
            yield (numpy.abs(numpy.fft.rfft(part, axis=0)) ** 2).sum(axis=1)

    def tail(self):
        """Milliseconds from the note-off to the last 20 ms above the floor."""
        loud = numpy.nonzero(self.envelope > self.envelope.max() + FLOOR)[0]
        return float(max((loud[-1] + 1) * FRAME - self.hold, 0) / RATE * 1000)


class Difference:
    """How the sound of seqd differs from that of sfizz; numbers are seqd minus sfizz.

    A value of None was not measured: a note without pitch, a note that is silent in either, or what
    chance may change by any amount.
    """

    NAMES = ["silence", "onset", "level", "spectrum", "pitch", "balance", "envelope", "tail"]
    # In ms, dB, dB, cents, dB, dB, and a share of the longer tail.
    TOLERANCES = {
        "silence": 0.5, "onset": 1.5, "level": 1.5, "spectrum": 2, "pitch": 5, "balance": 1.5,
        "envelope": 2, "tail": 1,
    }
    LOOSE = 4

    def __init__(self, sfizz, seqd, offset, chance):
        self.values = dict.fromkeys(self.NAMES)
        self.is_random = chance is not None
        self.values["silence"] = float(sfizz.is_silent) - float(seqd.is_silent)
        if sfizz.is_silent or seqd.is_silent:
            return
        self.values["level"] = seqd.level - offset - sfizz.level
        self.values["balance"] = seqd.balance - sfizz.balance
        if chance == "value":
            return
        own = sfizz.onsets[1]
        self.values["onset"] = min(max(own, seqd.onsets[0]), seqd.onsets[2]) - own
        self.values["envelope"] = _envelope(sfizz.envelope, seqd.envelope - offset)
        self.values["tail"] = _tail(sfizz.tail(), seqd.tail())
        pairs = list(zip(sfizz.spectra(), seqd.spectra()))
        self.values["spectrum"] = _bands(sum(p[0] for p in pairs), sum(p[1] for p in pairs))
        self.values["pitch"] = _pitch(pairs)

    def ratio(self, name):
        """A difference in units of its tolerance."""
        loose = self.LOOSE if self.is_random and name != "silence" else 1
        return abs(self.values[name] or 0.0) / (self.TOLERANCES[name] * loose)

    @property
    def failed(self):
        return [name for name in self.NAMES if self.ratio(name) > 1]

    @property
    def is_close(self):
        """Whether both or neither sound, the level within 3 dB and the pitch within 10 cents."""
        level, pitch = self.values["level"], self.values["pitch"]
        return self.values["silence"] == 0 and abs(level or 0) <= 3 and abs(pitch or 0) <= 10

    @property
    def worst(self):
        return max(self.ratio(name) for name in self.NAMES)


def _envelope(reference, other):
    """The mean difference of levels each 20 ms where either is above the floor, which is also the
    least value of both."""
    floor = reference.max() + FLOOR
    a, b = numpy.maximum(reference, floor), numpy.maximum(other, floor)
    heard = (a > floor) | (b > floor)
    return float(numpy.abs(a - b)[heard].mean()) if heard.any() else 0.0


def _tail(reference, other):
    """The difference of tails in units of 60 ms or 15 % of the longer one, whichever is more."""
    return (other - reference) / max(60.0, 0.15 * max(reference, other))


def _bands(reference, other):
    """The mean difference of the shapes of two spectra, in thirds of an octave. A band counts by
    its amplitude in the louder of the two; those 60 dB below the sum do not count."""
    a, b = _thirds(reference), _thirds(other)
    a, b = a / max(a.sum(), 1e-30), b / max(b.sum(), 1e-30)
    difference = numpy.abs(decibels(numpy.maximum(a, 1e-7)) - decibels(numpy.maximum(b, 1e-7)))
    louder = numpy.maximum(a, b)
    factor = numpy.where(louder > 1e-6, numpy.sqrt(louder), 0)
    return float((difference * factor).sum() / max(factor.sum(), 1e-30))


def _thirds(spectrum):
    frequencies = numpy.arange(len(spectrum)) * RATE / WINDOW
    return numpy.histogram(frequencies, EDGES, weights=spectrum)[0]


def _pitch(pairs):
    """The difference of the strongest lines in cents: the value at the third quartile of the
    windows, by size. Only windows within 30 dB of the loudest count, and clear lines. Where
    sfizz's line moves from window to window, the moment decides: half of that is taken off, and
    more than a semitone is left out."""
    loudest = max(pair[0].sum() for pair in pairs)
    lines = []
    for reference, other in pairs:
        line = int(numpy.argmax(reference))
        own = reference[max(line - 2, 0):line + 3].sum()
        around = reference[max(line - 6, 0):line + 7].sum()
        is_clear = own >= TONAL * reference.sum() and own >= ALONE * around
        if reference.sum() < loudest * 1e-3 or other.sum() <= 0 or line < LOWEST or not is_clear:
            lines.append((numpy.nan, numpy.nan))
        else:
            lines.append((_exact(reference, line), _line(other, line)))
    own, others = 1200 * numpy.log2(numpy.array(lines).T)
    steps = numpy.abs(numpy.diff(own, prepend=numpy.nan, append=numpy.nan))
    moved = numpy.fmax(numpy.nan_to_num(steps[:-1]), numpy.nan_to_num(steps[1:]))
    cents = numpy.sign(others - own) * numpy.maximum(numpy.abs(others - own) - moved / 2, 0)
    cents = sorted(cents[(moved <= 100) & ~numpy.isnan(cents)], key=abs)
    return float(cents[len(cents) * 3 // 4]) if len(cents) >= FEWEST else None


def _line(spectrum, near):
    """The peak that is nearest to another spectrum's line, of those that are within 60 cents and
    have a sixteenth of the highest energy; the strongest line if there is none."""
    strongest = int(numpy.argmax(spectrum))
    width = max(2, round(near * 0.035))
    begin = max(near - width, 1)
    part = spectrum[begin - 1:near + width + 2]
    is_peak = (part[1:-1] >= part[:-2]) & (part[1:-1] >= part[2:]) & (part[1:-1] * 16 > spectrum[strongest])
    peaks = begin + numpy.nonzero(is_peak)[0]
    if len(peaks):
        strongest = int(peaks[numpy.argmin(numpy.abs(peaks - near))])
    return _exact(spectrum, strongest)


def _exact(spectrum, line):
    """The frequency of a line in bins, by a parabola through three logarithms."""
    if not 1 <= line < len(spectrum) - 1:
        return float(max(line, 1))
    low, mid, high = numpy.log(numpy.maximum(spectrum[line - 1:line + 2], 1e-30))
    curve = low - 2 * mid + high
    return line + (0.5 * (low - high) / curve if curve < 0 else 0.0)
