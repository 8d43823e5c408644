"""The one difference of level that is allowed: measured with a plain file, for the whole run."""

import tempfile
import wave
from pathlib import Path

import numpy

from .measure import Sound
from .plan import Plan
from .source import Source

SECONDS = 4
FREQUENCY = 440
AMPLITUDE = 0.25


def offset(sfizz, seqd, hold, channels):
    """How much louder seqd plays a sine than sfizz, in dB, from a file of one or two channels."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "plain.sfz")
        path.write_text("<region> sample=sine.wav pitch_keycenter=69\n", encoding="ascii")
        _write_sine(Path(folder, "sine.wav"), channels)
        plan = Plan(hold)
        plan.add(69, 127)
        source = Source(path)
        sounds = [Sound(player.play(source, plan), plan.notes[0]) for player in (sfizz, seqd)]
        return sounds[1].level - sounds[0].level


def _write_sine(path, channels):
    phase = 2 * numpy.pi * FREQUENCY / 48_000 * numpy.arange(SECONDS * 48_000)
    samples = numpy.round(AMPLITUDE * 32767 * numpy.sin(phase)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(numpy.repeat(samples, channels).tobytes())
