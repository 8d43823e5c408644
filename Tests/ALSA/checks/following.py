"""Playback in step with a clock or time code, and controllers that send commands."""

import random
import time

from . import song
from .check import check, expect, wait_until
from .daemon import Daemon
from .place import DUMMY
from .sequencer import Client, Control, Data

SONG_POSITION, QUARTER_FRAME = 20, 22
START, CONTINUE, STOP, CLOCK, SENSING = 30, 31, 32, 36, 42


def system(client, kind, value=0):
    client.send(kind, Data(control=Control(value=value)))


def sleep_until(moment):
    left = moment - time.monotonic()
    if left > 0:
        time.sleep(left)


def follow(place, source, *options):
    """A daemon that follows a client, with a file in its queue."""
    place.song(song.tone(60))
    daemon = Daemon(place, DUMMY, "--connect", "master", "--follow", source, "--idle", "0", *options)
    master = Client("master")
    wait_until(
        lambda: any(port.get("input") for port in daemon.call("ports")["ports"]),
        "the source is connected",
    )
    daemon.call("subscribe", types=["beat", "follow"])
    daemon.call("play", path=str(place.folder / "song.mid"))
    expect(daemon.call("status")["state"] == "paused", "it plays without its source")
    return daemon, master


def offsets(daemon, quarter_time, after):
    """How late the beats are heard, by the time at which the source has them."""
    daemon.call("ping")
    found = []
    for event in daemon.events:
        if event["type"] == "beat" and "heard" in event:
            wanted = quarter_time((event["bar"] - 1) * 4 + event["beat"] - 1)
            if wanted > after:
                found.append(event["heard"] - wanted)
    expect(len(found) > 8, f"only {len(found)} beats were told")
    return found


def expect_in_step(daemon, quarter_time, after):
    worst = max(abs(offset) for offset in offsets(daemon, quarter_time, after))
    expect(worst < 0.001, f"a beat is off by {worst * 1000:.2f} ms")
    return f"beats within {worst * 1000:.2f} ms"


@check("playback follows a clock with jitter: beats within 1 ms after 5 s, and stops with it")
def clock(place):
    daemon, master = follow(place, "clock")
    tempo, generator = 104.3, random.Random(1)
    period = 60 / tempo / 24
    begin = time.monotonic() + 0.1
    system(master, START)
    for number in range(int(13 / period)):
        sleep_until(begin + number * period + generator.uniform(-0.001, 0.001))
        system(master, CLOCK)
    status = daemon.call("status")
    expect(status["followState"] == "running", str(status))
    expect(abs(status["followBPM"] - tempo) < 0.3, str(status))
    expect(status["followJumps"] == 1, str(status))
    expect(status["followDropouts"] == 0, str(status))
    expect(abs(status["deviceClockPPM"]) < 200, str(status))
    remark = expect_in_step(daemon, lambda quarter: begin + quarter * 24 * period, begin + 5)
    system(master, STOP)
    wait_until(lambda: daemon.call("status")["state"] == "paused", "it stops", 0.2)
    # A bar later, by a message.
    system(master, SONG_POSITION, 16)
    time.sleep(0.05)
    status = daemon.call("status")
    expect(status["position"] == "2:1", f"it is moved to {status['position']}")
    system(master, CONTINUE)
    for _ in range(24):
        system(master, CLOCK)
        time.sleep(period)
    expect(daemon.call("status")["position"].startswith("2:"), "it goes on elsewhere")
    master.close()
    return remark


@check("playback follows time code that is 0.1 % fast, goes on without it for a second, and stops")
def time_code(place):
    daemon, master = follow(place, "mtc start=01:00:00 freewheel=1")
    generator = random.Random(2)
    period = 1 / 100 / 1.001
    begin = time.monotonic() + 0.1
    for number in range(1_000):
        frame = number // 8 * 2
        values = [frame % 25, frame // 25 % 60, frame // 1500 % 60, 1 | 1 << 5]
        piece = number % 8
        nibble = values[piece // 2] >> 4 if piece % 2 else values[piece // 2] & 15
        sleep_until(begin + number * period + generator.uniform(-0.001, 0.001))
        system(master, QUARTER_FRAME, piece << 4 | nibble)
    status = daemon.call("status")
    expect(status["followTimeCode"].startswith("01:00:0"), str(status))
    # Played at 120: a quarter note is half a second.
    remark = expect_in_step(daemon, lambda quarter: begin + quarter * 50 * period, begin + 5)
    time.sleep(0.5)
    status = daemon.call("status")
    expect((status["state"], status["followState"]) == ("playing", "freewheeling"), str(status))
    time.sleep(0.7)
    status = daemon.call("status")
    expect((status["state"], status["followState"]) == ("paused", "lost"), str(status))
    states = [event["state"] for event in daemon.events if event["type"] == "follow"]
    expect("running" in states and "freewheeling" in states and "lost" in states, str(states))
    master.close()
    return remark


@check("a keyboard with active sensing that falls silent releases what it holds")
def sensing(place):
    daemon = Daemon(place, DUMMY, "--connect", "keys*", "--idle", "0")
    keys = Client("Keys")
    wait_until(
        lambda: any(port.get("input") for port in daemon.call("ports")["ports"]), "it is connected"
    )
    keys.note_on(0, 60)
    for _ in range(5):
        system(keys, SENSING)
        time.sleep(0.25)
        expect(daemon.call("why")["sounding"], "it is silent too early")
    wait_until(lambda: not daemon.call("why")["sounding"], "it is released", 1.5)
    keys.close()


@check("a controller sends a command, also one that was learned, and midi events show it")
def mapped(place):
    daemon = Daemon(place, DUMMY, "--connect", "keys*", "--control", 'cc 20 "gain {}" min=-40 max=6')
    keys = Client("Keys")
    wait_until(
        lambda: any(port.get("input") for port in daemon.call("ports")["ports"]), "it is connected"
    )
    keys.control(3, 20, 127)
    wait_until(lambda: daemon.call("status")["gainDecibels"] == 6, "the gain is set", 0.5)
    daemon.call("subscribe", types=["midi"])
    keys.control(3, 20, 0)
    wait_until(lambda: daemon.call("status")["gainDecibels"] == -40, "the gain is set", 0.5)
    told = [event for event in daemon.events if event["type"] == "midi"]
    expect(len(told) == 1 and told[0]["message"] == "cc 4 20 0", str(told))
    expect(told[0]["source"] == f"{keys.number}:0" and told[0]["input"] == 1, str(told))
    expect(daemon.call("unmap")["removed"] == 1, "the map is removed")
    keys.control(3, 20, 64)
    time.sleep(0.1)
    expect(daemon.call("status")["gainDecibels"] == -40, "it is mapped still")
    keys.close()
