"""Devices that disappear and come back."""

import pathlib
import re
import signal
import threading
import time

from . import song
from .check import check, expect, wait_until
from .place import DUMMY, FONT, LOOPBACK, is_running, status_of
from .sound import Sound

STOP = ("--on-device-loss", "stop")
DRIVERS = pathlib.Path("/sys/bus/platform/drivers")


class Unplugged:
    """A card without its driver while it lasts."""

    def __init__(self, driver):
        self.folder = DRIVERS / driver
        self.card = f"{driver}.0"
        self.thread = threading.Thread(
            target=lambda: (self.folder / "unbind").write_text(self.card)
        )

    def __enter__(self):
        # The kernel waits here until the last program has closed the device.
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join()
        (self.folder / "bind").write_text(self.card)


for driver, device in (("snd_dummy", DUMMY), ("snd_aloop", LOOPBACK)):

    @check(f"{driver}: a device that disappears ends it with an error if asked to", driver, device)
    def while_playing(place, driver, device):
        place.song(song.tone(60))
        play = place.play(device, *STOP)
        place.wait_until_playing(play, device)
        time.sleep(0.5)
        began = time.monotonic()
        try:
            with Unplugged(driver):
                play.expect_status(69, f"seqd: device {device}: disconnected\n", seconds=2)
                taken = time.monotonic() - began
        finally:
            place.end_all()
        return f"{taken * 1000:.0f} ms"

    @check(f"{driver}: a device that disappears while it is stopped is an error", driver, device)
    def while_stopped(place, driver, device):
        place.song(song.tone(60))
        play = place.play(device, *STOP)
        place.wait_until_playing(play, device)
        play.send(signal.SIGTSTP)
        wait_until(lambda: play.state == "T", "seqd stops", 1)
        with Unplugged(driver):
            time.sleep(0.1)
            play.send(signal.SIGCONT)
            play.expect_status(69, f"device {device}: no such device", seconds=2)

    @check(f"{driver}: a device that disappears under a plugin is an error", driver, device)
    def under_a_plugin(place, driver, device):
        place.song(song.tone(60))
        play = place.play("plug" + device, "--rate", "32000", "--format", "float", *STOP)
        place.wait_until_playing(play, device)
        time.sleep(0.5)
        with Unplugged(driver):
            try:
                play.expect_status(69, f"device plug{device}: disconnected\n", seconds=2)
            finally:
                place.end_all()


# A device is tried every 0.5 s, and its buffer has 21 ms.
LONGEST_RETURN = 0.6

# The gaps between the strokes tell which one is heard: 0.50, 0.52, 0.54 … s.
STROKES = [0.5 * number + 0.01 * number * (number - 1) for number in range(24)]


def started(device, direction="p"):
    """When the device started, by the kernel's clock, which is that of time.monotonic()."""
    found = re.search(r"^trigger_time: ([\d.]+)", status_of(device, direction), re.MULTILINE)
    expect(found and float(found[1]) > 0, f"{device} does not run")
    return float(found[1])


def strokes_after_a_loss(place, start, lost=2.2):
    """Starts a program that plays the strokes, and takes the loopback from it for some seconds.

    Returns when the first stroke was heard and when the device was gone, was back and ran again,
    by the clock, and when strokes were heard after that.
    """
    before = place.capture()
    recorded = started("hw:Loopback,1,0", "c")
    start()
    wait_until(lambda: is_running(LOOPBACK), "it plays", 20)
    time.sleep(1.9)
    with Unplugged("snd_aloop"):
        gone = time.monotonic()
        before.program.wait()
        time.sleep(lost)
    back = time.monotonic()
    began = recorded + Sound(before.path.read_bytes()).onsets()[0] / 48_000
    capture = place.capture()
    recorded = started("hw:Loopback,1,0", "c")
    wait_until(lambda: is_running(LOOPBACK), "the device runs again", 5)
    ran = started(LOOPBACK)
    expect(ran - back < LONGEST_RETURN, f"it runs {ran - back:.2f} s after the return")
    time.sleep(4)
    capture.program.send(signal.SIGINT)
    capture.program.wait()
    heard = Sound(capture.path.read_bytes()).onsets()
    expect(len(heard) >= 4, f"{len(heard)} strokes heard")
    return began, gone, back, ran, [recorded + frame / 48_000 for frame in heard]


def expect_strokes(times):
    """Fails unless strokes were heard when they were due; their times are those of the music."""
    errors = [min((at - stroke for stroke in STROKES), key=abs) for at in times]
    # The loopback passes sound on every 10 ms, and how much of the buffer was heard is known to a
    # period only. Neighbouring gaps differ by 20 ms: other strokes would be that much off.
    expect(max(map(abs, errors)) < 0.016, f"strokes are off by {errors}")
    expect(max(errors) - min(errors) < 0.004, f"strokes are unevenly off by {errors}")
    return f"{max(errors, key=abs) * 1000:.0f} ms off"


@check("play: musical time goes on without the device, which continues in the right place")
def play_goes_on(place):
    place.song(song.sticks(STROKES))
    programs = []
    began, _, back, ran, heard = strokes_after_a_loss(
        place, lambda: programs.append(place.play(LOOPBACK, "-v"))
    )
    play = programs[0]
    remark = expect_strokes([at - began for at in heard])
    expect(f"device {LOOPBACK}: disconnected; continuing without it" in play.errors, play.errors)
    expect(re.search(rf"device {LOOPBACK}: back after 2\.\ds\n", play.errors), play.errors)
    return f"back after {(ran - back) * 1000:.0f} ms, {remark}"


@check("play: if asked to, it pauses without the device, and resumes where it was")
def play_pauses(place):
    place.song(song.sticks(STROKES))
    programs = []
    began, gone, back, ran, heard = strokes_after_a_loss(
        place,
        lambda: programs.append(place.play(LOOPBACK, "--on-device-loss", "pause")),
        lost=5,
    )
    play = programs[0]
    # It pauses a few periods after the loss, and what the device held then is not heard.
    paused = 1.9 + heard[0] - ran
    nearest = min(STROKES, key=lambda stroke: abs(stroke - paused))
    first = [at - heard[0] + nearest for at in heard]
    expect_strokes(first)
    offset = nearest - (gone - began) - (heard[0] - ran)
    expect(-0.03 < offset < 0.08, f"it resumes {offset * 1000:.0f} ms after the loss's position")
    expect("disconnected; paused until it is back" in play.errors, play.errors)
    expect(re.search(r"back after 5\.\ds\n", play.errors), play.errors)
    return f"back after {(ran - back) * 1000:.0f} ms, resumes {offset * 1000:.0f} ms further on"


@check("play: a device that does not come back is an error at the end")
def play_ends_without(place):
    place.song(song.tone(3))
    play = place.play(DUMMY)
    place.wait_until_playing(play, DUMMY)
    time.sleep(1)
    with Unplugged("snd_dummy"):
        play.expect_status(69, f"device {DUMMY}: no such device", seconds=10)


@check("SIGINT ends play at once while it is paused without its device")
def quits_without(place):
    place.song(song.tone(60))
    play = place.play(DUMMY, "--on-device-loss", "pause")
    place.wait_until_playing(play, DUMMY)
    with Unplugged("snd_dummy"):
        time.sleep(1)
        play.send(signal.SIGINT)
        play.expect_status(130, seconds=1)


@check("live: a device that comes back sounds again, and an error ends it if asked to")
def live_goes_on(place):
    live = place.start(place.seqd, "live", "--sf2", FONT, "--device", DUMMY)
    other = place.start(place.seqd, "live", "--sf2", FONT, "--device", LOOPBACK, "--name", "other",
                        *STOP)
    place.wait_until_playing(live, DUMMY)
    place.wait_until_playing(other, LOOPBACK)
    with Unplugged("snd_dummy"), Unplugged("snd_aloop"):
        other.expect_status(69, f"device {LOOPBACK}: disconnected\n", seconds=2)
        time.sleep(1)
    back = time.monotonic()
    wait_until(lambda: is_running(DUMMY), "the device runs again", 5)
    expect(time.monotonic() - back < LONGEST_RETURN, "it takes too long")
    expect("continuing without it until it is back" in live.errors, live.errors)
    live.send(signal.SIGINT)
    live.expect_status(130)


@check("a device that comes back plays again")
def comes_back(place):
    place.song(song.tone(0.2))
    with Unplugged("snd_dummy"):
        place.play(DUMMY).expect_status(69, f"device {DUMMY}: no such device")
    place.play(DUMMY).expect_status(0)
    expect(not place.folder.joinpath("core").exists(), "it crashed")
