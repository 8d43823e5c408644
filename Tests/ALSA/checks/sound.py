"""Sound as interleaved stereo samples of 16 or 32 bits."""

import array

from .check import Failure, expect

BYTES = {"s16": 2, "s32": 4}


def spoiled_by_loopback(rate=48_000, period=256):
    """How many frames before the end of a stream snd-aloop may spoil.

    It copies in pieces of a tick of its clock (10 ms) or a period. When a stream drains within
    one, it clears the beginning of that piece instead of what follows the end, and leaves there
    what it had before (copy_play_buf in its source; seen with Linux 7.3, and with aplay too). With
    periods shorter than a tick, up to three of them were seen beside it.
    """
    return rate // 100 + 3 * period


class Sound:
    """What was rendered or captured."""

    def __init__(self, data, sample_format="s16"):
        self.data = data
        self.frame = 2 * BYTES[sample_format]
        self.type = {2: "h", 4: "i"}[BYTES[sample_format]]

    @property
    def frames(self):
        return len(self.data) // self.frame

    @property
    def start(self):
        """The first frame that is not zero."""
        return (len(self.data) - len(self.data.lstrip(b"\0"))) // self.frame

    @property
    def end(self):
        """One past the last frame that is not zero."""
        return -(-len(self.data.rstrip(b"\0")) // self.frame)

    def left(self, first=0, end=None):
        """The left channel's samples in a range of frames."""
        samples = array.array(self.type)
        samples.frombytes(self.data[first * self.frame : (end or self.frames) * self.frame])
        return samples[::2]

    def peak(self, first, end):
        return max(map(abs, self.left(first, end)), default=0)

    def expect_in(self, captured, spoiled=0):
        """Fails unless the other has these samples, from the first that sounds on, and no more.

        But for the last `spoiled` frames: see `spoiled_by_loopback`.
        """
        expect(self.end > self.start, "what was rendered is silent")
        expect(captured.end > captured.start, "what was captured is silent")
        length, captured_length = self.end - self.start, captured.end - captured.start
        expect(
            length - spoiled <= captured_length <= length + 2 * spoiled,
            f"{length} frames rendered, {captured_length} captured",
        )
        wanted = self.data[self.start * self.frame : (self.end - spoiled) * self.frame]
        played = captured.data[captured.start * self.frame :][: len(wanted)]
        if wanted != played:
            raise Failure(f"other samples from frame {self.first_difference(wanted, played)} on")

    def first_difference(self, one, other):
        """The number of the first frame that is not the same."""
        for place in range(0, max(len(one), len(other)), self.frame):
            if one[place : place + self.frame] != other[place : place + self.frame]:
                return place // self.frame
        return None

    def longest_silence(self, least=48):
        """The first frame and the end of the longest run of zeros between sounds."""
        longest = (self.end, self.end)
        # Where `least` frames in a row are zero, one at a multiple of it is.
        place = self.start
        while (place := place + least) < self.end:
            if any(self.data[place * self.frame : (place + 1) * self.frame]):
                continue
            before = self.data[self.start * self.frame : place * self.frame].rstrip(b"\0")
            first = self.start + -(-len(before) // self.frame)
            rest = self.data[place * self.frame :]
            end = place + (len(rest) - len(rest.lstrip(b"\0"))) // self.frame
            if end - first > longest[1] - longest[0]:
                longest = (first, end)
            place = end
        return longest

    def onsets(self, gap=7_200):
        """The frames where sound rises to half its highest level, not less than `gap` apart."""
        samples = self.left()
        level = max(map(abs, samples), default=0) / 2
        found = []
        for frame, sample in enumerate(samples):
            if level > 0 and abs(sample) >= level and (not found or frame - found[-1] >= gap):
                found.append(frame)
        return found

    def first_below(self, level, first, window=960):
        """Where the first window (20 ms) begins from a frame on that stays below a level."""
        for place in range(first, self.frames - window, 48):
            if self.peak(place, place + window) < level:
                return place
        raise Failure(f"it never gets below {level}")

    def frequency(self, rate, first, end):
        """The frequency of a tone, by where it rises through zero; needs some 100 periods."""
        samples = self.left(first, end)
        crossings = [
            place + samples[place] / (samples[place] - samples[place + 1])
            for place in range(len(samples) - 1)
            if samples[place] < 0 <= samples[place + 1]
        ]
        expect(len(crossings) > 100, "no tone")
        return (len(crossings) - 1) * rate / (crossings[-1] - crossings[0])
