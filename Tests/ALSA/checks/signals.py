"""Signals while a device plays."""

import signal
import time

from . import default, song
from .check import check, expect, wait_until
from .place import DUMMY, LOOPBACK, is_free, is_running
from .sound import spoiled_by_loopback

for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):

    @check(f"{number.name} ends it at once with a fade", number, status)
    def ends(place, number, status):
        place.song(song.tone(60))
        # Not the loopback alone, which spoils the end (see spoiled_by_loopback).
        default.configure(place)
        capture = place.capture()
        play = place.play("default")
        place.wait_until_playing(play, LOOPBACK)
        time.sleep(1)
        sent = time.monotonic()
        play.send(number)
        play.expect_status(status)
        taken = time.monotonic() - sent
        # The fade (10 ms) and the buffer (dmix's own has 171 ms).
        expect(taken < 0.25, f"it took {taken * 1000:.0f} ms")
        expect_faded(capture.end())
        return f"{taken * 1000:.0f} ms"

    @check(f"{number.name} frees the device at once", number, status)
    def frees(place, number, status):
        place.song(song.tone(60))
        play = place.play(DUMMY)
        place.wait_until_playing(play, DUMMY)
        time.sleep(0.5)
        sent = time.monotonic()
        play.send(number)
        play.expect_status(status)
        taken = time.monotonic() - sent
        # The fade (10 ms), the buffer (21 ms) and a period.
        expect(taken < 0.04, f"it took {taken * 1000:.0f} ms")
        expect(is_free(DUMMY), "the device is not free")
        place.song(song.tone(0.2))
        place.play(DUMMY).expect_status(0)
        return f"{taken * 1000:.0f} ms"


def expect_faded(captured):
    """Fails unless a tone ends without a step."""
    end = captured.end
    level = captured.peak(end - 20_000, end - 10_000)
    expect(level > 500, f"no tone: peak {level}")
    last = captured.peak(end - 10, end)
    expect(last < level / 10, f"peak {last} at the end, {level} before")
    samples = captured.left(end - 20_000, end)
    steps = [abs(after - before) for before, after in zip(samples, samples[1:])]
    before, at_end = max(steps[:10_000]), max(steps[-1_000:])
    # The fade itself is 480 frames long; dither adds a little.
    expect(at_end <= before + level / 480 + 4, f"a step of {at_end}, before it {before}")


@check("SIGTSTP gives the device to others, SIGCONT takes it back")
def stop_and_continue(place):
    place.song(song.tone(4))
    play = place.play(DUMMY, "-v")
    place.wait_until_playing(play, DUMMY)
    time.sleep(0.5)
    play.send(signal.SIGTSTP)
    wait_until(lambda: play.state == "T", "seqd stops", 1)
    expect(is_free(DUMMY), "the device is not free")
    other = place.hold(DUMMY)
    time.sleep(10)
    other.send(signal.SIGTERM)
    other.wait()
    continued = time.monotonic()
    play.send(signal.SIGCONT)
    place.wait_until_playing(play, DUMMY)
    play.expect_status(0, "xruns 0\n")
    # What remained of the four seconds, and a tail.
    taken = time.monotonic() - continued
    expect(3 < taken < 8, f"{taken:.1f} s after SIGCONT")


@check("what was stopped goes on where it was")
def goes_on(place):
    place.song(song.tone(3))
    rendered = place.render()
    capture = place.capture()
    play = place.play(LOOPBACK)
    place.wait_until_playing(play, LOOPBACK)
    time.sleep(1)
    play.send(signal.SIGTSTP)
    wait_until(lambda: play.state == "T", "seqd stops", 1)
    time.sleep(1)
    play.send(signal.SIGCONT)
    play.expect_status(0)
    captured = capture.end()
    first, end = captured.longest_silence()
    expect(abs(end - first - 48_000) < 4_800, f"a pause of {end - first} frames")
    lost = rendered.end - rendered.start - (captured.end - captured.start - (end - first))
    # Each of the two ends may be spoiled.
    expect(abs(lost) < 2 * spoiled_by_loopback(), f"{lost} frames lost")


@check("a device that is taken meanwhile is an error after SIGCONT if asked for")
def taken_meanwhile(place):
    place.song(song.tone(60))
    play = place.play(DUMMY, "--on-device-loss", "stop")
    place.wait_until_playing(play, DUMMY)
    play.send(signal.SIGTSTP)
    wait_until(lambda: play.state == "T", "seqd stops", 1)
    place.hold(DUMMY)
    play.send(signal.SIGCONT)
    play.expect_status(75, "busy: another program is using it", seconds=2)


@check("a device that is taken meanwhile is used again when it is free")
def taken_and_freed(place):
    place.song(song.tone(60))
    play = place.play(DUMMY)
    place.wait_until_playing(play, DUMMY)
    play.send(signal.SIGTSTP)
    wait_until(lambda: play.state == "T", "seqd stops", 1)
    other = place.hold(DUMMY)
    play.send(signal.SIGCONT)
    wait_until(lambda: "busy: another program is using it" in play.errors, "it says so", 2)
    other.send(signal.SIGTERM)
    other.wait()
    wait_until(lambda: is_running(DUMMY), "the device runs again", 1)
