"""How long it takes from an event of ALSA's sequencer to its sound.

Measured in frames, on one clock: the device's position when the event is sent, and the frame in
which its sound begins. What the SoundFont itself takes until it is loud is measured in what is
rendered, and does not count.
"""

import re
import signal
import time
import wave

from . import song
from .check import Failure, check, expect
from .keyboards import OCARINA, RATE, Live
from .place import DUMMY, status_of
from .sequencer import Client
from .sound import Sound

PERIODS = (64, 128, 256, 512)
# The first strokes may find a device that has an underrun, as it begins.
WARM_UP = 5
STROKES = 40
WOOD_BLOCK = 0x4C
# The limiter's look-ahead; FluidSynth begins notes each 64 frames.
LIMITER = GRID = 64


def position(device):
    """The number of frames that a device has played since it began."""
    return _frames(device, "hw_ptr")


def beginning(device):
    """The time at which a device began, or began anew after an underrun."""
    return re.search(r"^trigger_time: *(.+)", status_of(device), re.MULTILINE)[1]


def end(live, device):
    """Ends `seqd live`; the number of frames that the device was given since it began."""
    given = 0
    live.program.send(signal.SIGTERM)
    while (now := _frames(device, "appl_ptr")) is not None:
        given = now
        time.sleep(0.000_1)
    live.program.expect_status(143)
    return given


def _frames(device, name):
    found = re.search(rf"^{name}\s*: (\d+)", status_of(device), re.MULTILINE)
    return int(found[1]) if found else None


def attack(place):
    """The frames from the start of a note until its sound is counted as an onset."""
    place.song(song.sticks([1]))
    [onset] = place.render("--no-reverb", "--no-chorus").onsets()
    return onset - RATE


def measure(place, device, period, latency, periods):
    """The latencies of strokes in frames, sorted."""
    own = attack(place)
    for _ in range(3):
        found = strokes(place, device, period, latency, periods)
        if found:
            return sorted(frames - own for frames in found)
    raise Failure("an underrun each time")


def strokes(place, device, period, latency, periods):
    """The frames from each of some strokes to its onset; `None` after an underrun among them."""
    tap = place.folder / "tap.wav"
    tap.unlink(missing_ok=True)
    live = Live(
        place, "--period", str(period), "--periods", str(periods), "--latency", latency,
        "--tap", f"master={tap}", "--connect", "none", device=device,
    )
    client = Client("drummer")
    client.connect(live.number)
    # Something soft sounds on, so that the device does not sleep.
    client.program(0, OCARINA)
    client.control(0, 7, 12)
    client.note_on(0, 45, 40)
    time.sleep(0.5)
    sent, began = [], None
    for stroke in range(WARM_UP + STROKES):
        if stroke == WARM_UP:
            began = beginning(device)
        sent.append(position(device))
        client.note_on(9, WOOD_BLOCK)
        client.note_off(9, WOOD_BLOCK)
        # Nothing that a period divides.
        time.sleep(0.3 + (stroke * 7_919 % 1_009) / 50_000)
    has_begun_anew = beginning(device) != began
    client.close()
    given = end(live, device)
    if has_begun_anew:
        return None
    with wave.open(str(tap)) as file:
        sound = Sound(file.readframes(file.getnframes()), f"s{8 * file.getsampwidth()}")
    onsets = sound.onsets()[-STROKES:]
    expect(len(onsets) == STROKES, f"{len(onsets)} onsets of {STROKES} strokes")
    # Played before the device began anew.
    before = round((sound.frames - given) / period) * period
    return [onset - before - at for onset, at in zip(onsets, sent[WARM_UP:])]


def words(latencies):
    least, middle, most = latencies[0], latencies[len(latencies) // 2], latencies[-1]
    return "{:.1f} ms, {:.1f} to {:.1f}".format(
        *(frames / RATE * 1_000 for frames in (middle, least, most))
    )


def expect_between(latencies, least, most):
    # A frame, since the device's position is read between two.
    expect(
        least - 1 <= latencies[0] and latencies[-1] <= most + 1,
        f"{latencies[0]} to {latencies[-1]} frames, expected {least} to {most}",
    )


for one in PERIODS:

    @check(f"period {one}: a note sounds a period and the device's buffer after its event", one)
    def constant(place, period):
        latencies = measure(place, DUMMY, period, "period", 2)
        usual = period + 2 * period + LIMITER
        expect_between(latencies, usual, usual + GRID)
        return words(latencies)

    @check(f"period {one}, --latency asap: a note sounds up to a period earlier than that", one)
    def asap(place, period):
        latencies = measure(place, DUMMY, period, "asap", 2)
        buffer = 2 * period + LIMITER
        expect_between(latencies, buffer, buffer + period + GRID)
        return words(latencies)
