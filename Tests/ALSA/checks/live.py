"""Playing in real time.

How fast the machine is, and what else it does, decides on xruns here; only their count is told.
"""

import os
import signal
import time

from . import song
from .check import check, expect
from .keyboards import Live
from .place import DUMMY
from .underruns import xruns

SECONDS = int(os.environ["ALSA_LIVE_SECONDS"])


@check(f"{SECONDS} s of a song in real time")
def song_in_real_time(place):
    place.song(song.ensemble(SECONDS))
    frames = place.render().frames
    began = time.monotonic()
    play = place.play(DUMMY, "-v")
    play.expect_status(0, seconds=SECONDS + 40)
    taken = time.monotonic() - began
    expect(taken > frames / 48_000 - 0.05, f"{frames / 48_000:.1f} s took {taken:.1f} s")
    return f"{xruns(play)} xruns"


@check("an underrun in real time is counted, and it plays on to the end")
def underrun(place):
    place.song(song.tone(2))
    play = place.play(DUMMY, "-v")
    place.wait_until_playing(play, DUMMY)
    time.sleep(0.5)
    play.send(signal.SIGSTOP)
    time.sleep(0.2)
    play.send(signal.SIGCONT)
    play.expect_status(0)
    expect(xruns(play) >= 1, "no xrun counted")
    return f"{xruns(play)} xruns"


@check(f"{SECONDS} s of live playing in real time, without an underrun or a loss")
def live_in_real_time(place):
    place.song(song.ensemble(SECONDS))
    # Long enough a buffer (85 ms) for what else the machine may do.
    live = Live(place, "--period", "512", "--periods", "8", device=DUMMY)
    player = place.start("aplaymidi", "-p", "seqd", "song.mid")
    player.expect_status(0, seconds=SECONDS + 40)
    messages, overruns = live.end()
    # Of each second: four notes on and off on three channels; two programs and the pedal.
    wanted = SECONDS * 24 + 4
    expect((messages, overruns) == (wanted, 0), f"{messages} messages of {wanted}, {overruns}")
    expect(xruns(live.program) == 0, f"{xruns(live.program)} xruns")
