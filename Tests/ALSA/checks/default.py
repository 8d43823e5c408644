"""The device `default`, as a user's own configuration makes it."""

from . import song
from .check import check, expect
from .place import LOOPBACK

# What a desktop without a sound server has: several programs at a time on one device.
DMIX = """
pcm.!default { type plug slave.pcm mixed }
pcm.mixed {
    type dmix
    ipc_key 73737
    slave {
        pcm "%s" rate 48000 channels 2 format S16_LE
        period_size 1024 buffer_size 8192
    }
}
""" % LOOPBACK


def configure(place):
    """Makes `default` a dmix over the loopback."""
    (place.folder / ".asoundrc").write_text(DMIX)


@check("`default` may be dmix, and gets the samples")
def dmix(place):
    configure(place)
    place.song(song.ensemble(2))
    rendered = place.render()
    capture = place.capture()
    place.play("default", "-v").expect_status(0, "device default: 48000 Hz, ", "xruns 0\n")
    rendered.expect_in(capture.end())


@check("two play to dmix at a time")
def two(place):
    configure(place)
    place.song(song.tone(2))
    peak = place.render().peak(20_000, 40_000)
    capture = place.capture()
    players = [place.play("default") for _ in range(2)]
    for player in players:
        player.expect_status(0)
    captured = capture.end()
    both = captured.peak(captured.start, captured.end)
    expect(both > 1.1 * peak, f"peak {both}, of one alone {peak}")
