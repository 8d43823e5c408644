"""Devices that disappear."""

import pathlib
import signal
import threading
import time

from . import song
from .check import check, expect, wait_until
from .place import DUMMY, LOOPBACK

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

    @check(f"{driver}: a device that disappears ends it with an error", driver, device)
    def while_playing(place, driver, device):
        place.song(song.tone(60))
        play = place.play(device)
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
        play = place.play(device)
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
        play = place.play("plug" + device, "--rate", "32000", "--format", "float")
        place.wait_until_playing(play, device)
        time.sleep(0.5)
        with Unplugged(driver):
            try:
                play.expect_status(69, f"device plug{device}: disconnected\n", seconds=2)
            finally:
                place.end_all()


@check("a device that comes back plays again")
def comes_back(place):
    place.song(song.tone(0.2))
    with Unplugged("snd_dummy"):
        place.play(DUMMY).expect_status(69, f"device {DUMMY}: no such device")
    place.play(DUMMY).expect_status(0)
    expect(not place.folder.joinpath("core").exists(), "it crashed")
