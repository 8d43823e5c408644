"""Several devices at once: the first is the clock, the others are kept in step with it."""

import re
import subprocess
import time

from . import song
from .check import check, expect
from .losses import Unplugged
from .place import DUMMY, LOOPBACK, is_running
from .sound import spoiled_by_loopback

SECOND = "hw:Loopback,0,1"


class Shifted:
    """A clock of the loopback's second cable that is faster, in parts per million."""

    def __init__(self, ppm):
        self.ppm = ppm

    def set(self, value):
        # What is played to device 0 goes by the setting of device 1, where it is recorded.
        control = "iface=PCM,name='PCM Rate Shift 100000',device=1,subdevice=1"
        run = subprocess.run(
            ["amixer", "-q", "-c", "Loopback", "cset", control, str(value)],
            capture_output=True, text=True,
        )
        expect(run.returncode == 0, f"amixer: {run.stderr}")

    def __enter__(self):
        self.set(100_000 - round(self.ppm / 10))

    def __exit__(self, *_):
        self.set(100_000)


def roughness(sound, first, end):
    """The largest fourth difference of the samples: a click has a large one, a tone a small one."""
    samples = sound.left(first, end)
    return max(
        abs(a - 4 * b + 6 * c - 4 * d + e)
        for a, b, c, d, e in zip(
            samples, samples[1:], samples[2:], samples[3:], samples[4:]
        )
    )


def drift(play):
    found = re.search(r"drift (\S+) ppm, xruns (\d+), realigned (\d+)\n", play.errors)
    expect(found, f"no drift in: {play.errors}")
    return float(found[1]), int(found[2]), int(found[3])


for ppm in (200, -100):

    @check(f"a second device, {ppm} ppm fast, sounds the same by its own clock, without a click", ppm)
    def tone(place, ppm):
        place.song(song.tone(70))
        with Shifted(ppm):
            captures = [place.capture(48_000, "s32", cable) for cable in (0, 1)]
            play = place.play(
                LOOPBACK, "--device", SECOND, "--format", "s32", "--no-reverb", "--no-chorus", "-v"
            )
            play.expect_status(0, "clipped 0, xruns 0\n", seconds=200)
            first, second = (capture.end() for capture in captures)
        measured, xruns, realigned = drift(play)
        # The loopback's clocks tick every 10 ms, which is all that is seen of them.
        expect(abs(measured - ppm) < 10, f"drift {measured} ppm")
        expect((xruns, realigned) == (0, 0), f"{xruns} xruns, {realigned} times realigned")
        rendered = place.render("--no-reverb", "--no-chorus", sample_format="s32")
        rendered.expect_in(first, spoiled_by_loopback())
        pitches = []
        for sound in (first, second):
            start = sound.start + 60 * 48_000
            pitches.append(sound.frequency(48_000, start, start + 5 * 48_000))
        apart = (pitches[0] / pitches[1] - 1) * 1e6
        # Within 0.1 cents: the correction wanders by a few frames, as the ticks let it.
        expect(abs(apart - ppm) < 60, f"{pitches} Hz")
        # All of it, from where it is found out on; the attack has steps of its own.
        rough = [
            roughness(sound, sound.start + 4_800, sound.start + 69 * 48_000)
            for sound in (first, second)
        ]
        expect(rough[1] < 1.2 * rough[0], f"roughness {rough}")
        return f"drift {measured} ppm, pitch {apart:.1f} ppm, roughness {rough[1] / rough[0]:.3f}"


@check("the distance of a second device stays, from the first note to the last")
def distance(place):
    times = [0.5 + 5 * number for number in range(13)]
    place.song(song.sticks(times))
    with Shifted(200):
        captures = [place.capture(48_000, "s32", cable) for cable in (0, 1)]
        play = place.play(
            LOOPBACK, "--device", SECOND, "--format", "s32", "--no-reverb", "--no-chorus", "-v"
        )
        play.expect_status(0, seconds=200)
        # The same moment on both, from which each is counted by its own clock.
        first, second = (capture.end() for capture in captures)
    one, other = first.onsets(), second.onsets()
    expect(len(one) == len(other) == len(times), f"{len(one)} and {len(other)} strokes")
    apart = [b - other[0] - (a - one[0]) * 1.0002 for a, b in zip(one, other)]
    # 2 ms, the time in which the drift was not known yet included; 1 ms from then on.
    expect(max(apart) - min(apart) < 96, f"{apart} frames")
    expect(max(apart[2:]) - min(apart[2:]) < 48, f"{apart} frames")
    return f"within {max(apart) - min(apart):.0f} frames"


@check("a second device that disappears does not disturb the first")
def lost(place):
    place.song(song.tone(6))
    capture = place.capture()
    play = place.play(LOOPBACK, "--device", DUMMY, "-v")
    place.wait_until_playing(play, DUMMY)
    time.sleep(1)
    with Unplugged("snd_dummy"):
        time.sleep(1)
    time.sleep(1)
    # It is tried again, and plays on.
    while not is_running(DUMMY) and not play.has_ended:
        time.sleep(0.05)
    expect(not play.has_ended, f"the second device did not come back: {play.errors}")
    play.expect_status(0, "xruns 0\n")
    place.render().expect_in(capture.end(), spoiled_by_loopback())


@check("a second device that is not there is refused with its name")
def missing(place):
    place.song(song.tone(1))
    place.play(LOOPBACK, "--device", "hw:7").expect_status(69, "device hw:7: no such device")
