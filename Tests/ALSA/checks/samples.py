"""What arrives at the other end of a device."""

import re

from . import song
from .check import check, expect
from .place import LOOPBACK
from .sound import spoiled_by_loopback

# Periods so that the buffer is longer than a tick of the loopback's clock (10 ms) in each case.
for rate in (44_100, 48_000):
    for sample_format in ("s16", "s32"):
        for period, periods in ((64, 32), (256, 4), (1_000, 3)):

            @check(
                f"{rate} Hz, {sample_format}, period {period}: what is played is what is rendered",
                rate, sample_format, period, periods,
            )
            def is_rendered(place, rate, sample_format, period, periods):
                place.song(song.ensemble(2))
                options = ("--rate", str(rate))
                rendered = place.render(*options, sample_format=sample_format)
                capture = place.capture(rate, sample_format)
                place.play(
                    LOOPBACK, *options, "--format", sample_format, "-v",
                    "--period", str(period), "--periods", str(periods),
                ).expect_status(
                    0, f"device {LOOPBACK}: {rate} Hz, period {period}, ", "xruns 0\n"
                )
                rendered.expect_in(capture.end(), spoiled_by_loopback(rate, period))


@check("a song shorter than the device's buffer is heard to its end")
def short_song(place):
    place.song(song.tone(0.1))
    rendered = place.render()
    capture = place.capture()
    play = place.play(LOOPBACK, "--period", "1000", "--periods", "64", "-v")
    play.expect_status(0)
    buffer = int(re.search(r"buffer (\d+) frames", play.errors)[1])
    expect(buffer > rendered.frames, f"a buffer of {buffer} frames is too short for this check")
    rendered.expect_in(capture.end(), spoiled_by_loopback(period=1_000))


@check("a device that gives another rate than was asked for gets that rate's samples")
def other_rate(place):
    place.song(song.tone(2))
    rendered = place.render("--rate", "48000")
    # The loopback's two ends run at one rate: whoever comes first sets it.
    capture = place.capture(48_000)
    place.play(LOOPBACK, "--rate", "44100", "-v").expect_status(
        0, f"device {LOOPBACK}: 48000 Hz (44100 requested), "
    )
    rendered.expect_in(capture.end(), spoiled_by_loopback())


@check("a plugin that could convert the rate passes on the device's own")
def rate_of_plugin(place):
    place.song(song.tone(2))
    rendered = place.render("--rate", "48000")
    capture = place.capture(48_000)
    place.play("plug" + LOOPBACK, "--rate", "44100", "-v").expect_status(
        0, f"device plug{LOOPBACK}: 48000 Hz (44100 requested), ", "xruns 0\n"
    )
    rendered.expect_in(capture.end(), spoiled_by_loopback())


@check("a device whose rates are none to render at is converted for, at the right pitch")
def converted_rate(place):
    place.song(song.tone(2))
    rendered = place.render("--rate", "44100")
    capture = place.capture(192_000)
    # The loopback's clock has ticks of 10 ms, which are 441 frames: with others, what alsa-lib's
    # converter rounds is heard in the pitch.
    options = ("--rate", "44100", "--period", "441", "--periods", "8")
    place.play("plug" + LOOPBACK, *options, "-v").expect_status(
        0, f"device plug{LOOPBACK}: 44100 Hz, ", "xruns 0\n"
    )
    captured = capture.end()
    first = rendered.start + 11_025
    wanted = rendered.frequency(44_100, first, first + 44_100)
    first = captured.start + 48_000
    heard = captured.frequency(192_000, first, first + 192_000)
    # A cent is 0.06 %.
    expect(abs(heard / wanted - 1) < 0.0006, f"{heard:.2f} Hz, not {wanted:.2f}")
    expect(abs(heard / 440 - 1) < 0.01, f"{heard:.2f} Hz, not 440")


@check("a device whose rates are none to render at is refused without a converter")
def rate_too_high(place):
    place.song(song.tone(1))
    place.capture(192_000)
    place.play(LOOPBACK).expect_status(
        69, f"seqd: device {LOOPBACK}: supports only 192000 Hz",
        f"use the device plug{LOOPBACK}, which converts the rate\n"
    )
