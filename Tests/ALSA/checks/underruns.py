"""Underruns."""

import re
import signal
import time

from . import song
from .check import check, expect
from .place import DUMMY, LOOPBACK
from .sound import spoiled_by_loopback


def xruns(play):
    found = re.search(r"xruns (\d+)\n", play.errors)
    expect(found, f"no count of xruns: {play.errors}")
    return int(found[1])


for name, device in (("snd-dummy", DUMMY), ("snd-aloop", LOOPBACK)):

    @check(f"{name}: an underrun is counted, and it plays on to the end", device)
    def underrun(place, device):
        place.song(song.tone(3))
        frames = place.render().frames
        play = place.play(device, "-v")
        place.wait_until_playing(play, device)
        began = time.monotonic()
        time.sleep(1)
        play.send(signal.SIGSTOP)
        time.sleep(0.2)
        play.send(signal.SIGCONT)
        play.expect_status(0)
        expect(xruns(play) == 1, f"{xruns(play)} xruns counted")
        taken = time.monotonic() - began
        expect(abs(taken - frames / 48_000 - 0.2) < 0.1, f"it took {taken:.2f} s")


@check("an underrun is silent, and loses nothing of the music")
def lossless(place):
    place.song(song.tone(3))
    rendered = place.render()
    capture = place.capture()
    play = place.play(LOOPBACK, "-v")
    place.wait_until_playing(play, LOOPBACK)
    time.sleep(1)
    play.send(signal.SIGSTOP)
    time.sleep(0.2)
    play.send(signal.SIGCONT)
    play.expect_status(0)
    captured = capture.end()
    first, end = captured.longest_silence()
    # 0.2 s but for the buffer.
    expect(7_000 < end - first < 10_000, f"a gap of {end - first} frames")
    captured.data = captured.data[: first * 4] + captured.data[end * 4 :]
    rendered.expect_in(captured, spoiled_by_loopback())
