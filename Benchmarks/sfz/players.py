"""The two programs that play a plan: each gives the frames as an array of two columns."""

import hashlib
import multiprocessing
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

from . import midi
from .plan import STEP

RATE = 48_000
TIMEOUT = 120
# The exit status of seqd for an instrument without a region that can be played.
NOTHING_PLAYABLE = 65
LOADING = 0.015  # seconds
# Changes with anything that makes stored renderings wrong.
EDITION = b"2"


class PlayerFailure(Exception):
    """A program that could not play a file."""


class Refusal(PlayerFailure):
    """A file in which seqd finds nothing to play; sfizz loads such files, and may be silent."""


class Seqd:
    """`seqd render` with nothing between the voices and the file."""

    def __init__(self, path, engine):
        self.path = path
        self.engine = engine

    def play(self, source, plan):
        with tempfile.TemporaryDirectory() as folder:
            song, sound = Path(folder, "song.mid"), Path(folder, "sound.wav")
            midi.write(song, plan)
            command = [
                self.path, "render", song, "--sf2", source.path.resolve(), "--engine", self.engine,
                "--rate", str(RATE), "--format", "float", "--no-limiter", "--no-reverb",
                "--no-chorus", "--tail", "0", "--quiet", "-o", sound,
            ]
            environment = {name: value for name, value in os.environ.items() if not name.startswith("SEQD_")}
            try:
                result = subprocess.run(
                    command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
                    env=environment, check=False,
                )
            except subprocess.TimeoutExpired:
                raise PlayerFailure("seqd did not end in time") from None
            if result.returncode != 0 or not sound.is_file():
                text = result.stderr.decode(errors="replace").replace(f"{source.path.resolve()}: ", "")
                line = (text.strip().splitlines() or [""])[-1]
                if result.returncode == NOTHING_PLAYABLE:
                    raise Refusal(line)
                raise PlayerFailure(f"seqd: exit {result.returncode}: {line}")
            return _fitted(_read_wave(sound.read_bytes()), plan)


class Sfizz:
    """sfizz by its Python binding, in a process of its own, since a crash would end this one."""

    def __init__(self, cache, quality):
        self.quality = quality
        self.cache = Path(cache)
        self.cache.mkdir(parents=True, exist_ok=True)

    def play(self, source, plan):
        stored = self.cache / (_digest(source, plan, self.quality) + ".npy")
        if not stored.exists():
            part = stored.with_suffix(f".{os.getpid()}.part")
            process = multiprocessing.get_context("fork").Process(
                target=_play_sfizz, args=(str(source.path.resolve()), plan, self.quality, part)
            )
            process.start()
            process.join(TIMEOUT)
            if process.exitcode is None:
                process.kill()
                process.join()
            if process.exitcode != 0:
                part.unlink(missing_ok=True)
                raise PlayerFailure(f"sfizz: exit {process.exitcode}")
            part.replace(stored)
        return _fitted(numpy.load(stored), plan)


def _play_sfizz(path, plan, quality, output):
    from pysfizz import _sfizz  # pylint: disable=import-outside-toplevel

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    size = STEP * RATE // 1000
    synth = _sfizz.Synth(RATE, size)
    # It then waits for samples to be loaded; its interpolation would be another one.
    synth.enable_freewheeling()
    synth.set_sample_quality(quality)
    # A file without regions is reported as a failure, and plays silence.
    synth.load_sfz_file(path)
    events = plan.ordered()
    blocks = []
    for now in range(0, plan.length, STEP):
        if events and events[0].time <= now:
            due = [event for event in events if event.time <= now]
            events = events[len(due):]
            _send(synth, due)
            # sfizz waits for files that are being loaded, but not for a thread to begin with it.
            time.sleep(LOADING)
        left, right = synth.render_block()
        blocks.append(numpy.stack([left, right], axis=1))
    with open(output, "wb") as file:
        numpy.save(file, numpy.concatenate(blocks).astype(numpy.float32))


def _send(synth, events):
    for event in events:
        if event.kind == "on":
            synth.note_on(0, event.number, event.value)
        elif event.kind == "off":
            synth.note_off(0, event.number, event.value)
        elif event.kind == "cc":
            synth.cc(0, event.number, event.value)
        else:
            synth.pitch_wheel(0, event.value)


def _digest(source, plan, quality):
    """Names a rendering by what it depends on: samples count by their size and date."""
    digest = hashlib.sha256(EDITION + str(source.path.resolve().parent).encode("utf-8", "replace"))
    for file in source.files:
        digest.update(file.read_bytes() if file.is_file() else b"missing")
    for sample in source.samples():
        status = sample.stat()
        digest.update(f"{sample.name} {status.st_size} {status.st_mtime_ns}".encode("utf-8", "replace"))
    digest.update(repr((plan.ordered(), plan.length, quality)).encode())
    return digest.hexdigest()


def silence(plan):
    """The frames of a plan in which nothing sounds."""
    return _fitted(numpy.zeros((0, 2)), plan)


def _fitted(frames, plan):
    """The frames, cut or filled with silence to the length of the plan."""
    length = plan.length * RATE // 1000
    result = numpy.zeros((length, 2), dtype=numpy.float64)
    count = min(length, len(frames))
    result[:count] = frames[:count]
    return result


def _read_wave(data):
    """The frames of a WAV file of 32-bit floats and two channels."""
    position = 12
    while position + 8 <= len(data):
        name, size = data[position:position + 4], int.from_bytes(data[position + 4:position + 8], "little")
        if name == b"data":
            body = data[position + 8:position + 8 + size]
            body = body[:len(body) // 8 * 8]
            return numpy.frombuffer(body, dtype="<f4").reshape(-1, 2)
        position += 8 + size + (size & 1)
    raise PlayerFailure("seqd: a WAV file without data")
