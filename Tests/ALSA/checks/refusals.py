"""Devices that cannot be had."""

import os

from . import song
from .check import check
from .place import DUMMY, LOOPBACK


@check("a format that the device lacks is refused with those that it has")
def no_such_format(place):
    place.song(song.tone(1))
    # snd-dummy has eight and sixteen bits.
    play = place.play(DUMMY, "--format", "s32")
    play.expect_status(69, f"seqd: device {DUMMY}: s32 not supported; choose from s16\n")


@check("more channels than the device has are refused with those that it has")
def no_such_channels(place):
    place.song(song.tone(1))
    play = place.play(DUMMY, "--map", "0,1,-1,-1")
    play.expect_status(69, f"seqd: device {DUMMY}: does not support 4 channels, only 1 to 2; ")


@check("a format that the loopback's other end rules out is refused")
def other_end(place):
    place.song(song.tone(1))
    place.capture(48_000, "s32")
    play = place.play(LOOPBACK, "--format", "float")
    play.expect_status(69, f"seqd: device {LOOPBACK}: float not supported; choose from s32\n")


@check("a plugin converts a format that the device lacks")
def plug(place):
    place.song(song.tone(0.2))
    place.play("plug" + DUMMY, "--format", "float", "-v").expect_status(
        0, ", float, latency 21.3 ms\n", "xruns 0"
    )


@check("a card that is not there is refused with a list of the known")
def no_card(place):
    place.song(song.tone(1))
    place.play("hw:7").expect_status(69, "device hw:7: no such device", "known: ", "hw:CARD=Dummy")


@check("a device that another program uses is busy")
def busy(place):
    place.song(song.tone(1))
    place.hold(DUMMY)
    place.play(DUMMY).expect_status(
        75, f"seqd: device {DUMMY}: busy: another program is using it; ", "pipewire-alsa", seconds=2
    )


@check("a device that another seqd uses is busy, and the other plays on")
def busy_with_seqd(place):
    place.song(song.tone(2))
    first = place.play(DUMMY, "-v")
    place.wait_until_playing(first, DUMMY)
    place.play(DUMMY).expect_status(75, "busy: another program is using it", seconds=2)
    first.expect_status(0, "xruns 0\n")


for name in ("hw:1", "hw:Dummy", "plughw:Dummy", "default", "dmix:Dummy"):

    @check(f"{name}: without the right to it, that is said", name)
    def no_right(place, name):
        place.song(song.tone(1))
        nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")
        play = place.play(name, before=nobody, env=dict(os.environ, HOME="/nonexistent"))
        play.expect_status(77, f"seqd: device {name}: permission denied; ", "group 'audio'")
