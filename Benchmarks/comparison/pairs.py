"""Runs of the two programs side by side, and what they say."""

from dataclasses import dataclass, field
from statistics import median


@dataclass
class Pairs:
    """Costs of the same work, (seqd, fluidsynth), each two measured right after each other."""

    costs: list = field(default_factory=list)
    # Seconds of sound that each wrote; (0, 0) where the work is something else.
    lengths: tuple = (0.0, 0.0)

    def values(self, what):
        """(seqd, fluidsynth) of every pair, of `wall`, `cpu` or `memory`."""
        return [(getattr(ours, what), getattr(theirs, what)) for ours, theirs in self.costs]

    def ratios(self, what):
        # The kernel may count no time at all for a run of a few milliseconds.
        return [ours / theirs for ours, theirs in self.values(what) if theirs > 0]

    def ratios_per_second(self, what):
        """Ratios of the cost of one second of sound."""
        ours, theirs = self.lengths
        return [ratio * theirs / ours for ratio in self.ratios(what)] if ours else []

    def speeds(self):
        """Seconds of sound per second of wall time, (seqd, fluidsynth) of every pair."""
        ours, theirs = self.lengths
        return [(ours / first, theirs / second) for first, second in self.values("wall")]


def measure(pairs, first, second, turn):
    """Runs both, and adds what they cost; who begins alternates with the turn."""
    if turn % 2 == 0:
        ours, theirs = first(), second()
    else:
        theirs, ours = second(), first()
    pairs.costs.append((ours, theirs))


def medians(values):
    """The medians of (seqd, fluidsynth) pairs, each by itself."""
    return median(ours for ours, _ in values), median(theirs for _, theirs in values)
