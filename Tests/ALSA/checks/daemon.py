"""The daemon on real devices: it lets go of them, takes them back, and hears the sequencer."""

import json
import os
import signal
import socket
import time

from . import song
from .check import Failure, check, expect, wait_until
from .losses import LONGEST_RETURN, STROKES, Unplugged, expect_strokes, strokes_after_a_loss
from .place import DUMMY, FONT, LOOPBACK, is_free, is_running


class Daemon:
    """A daemon and a connection to its socket."""

    def __init__(self, place, device, *options, keeps_state=False):
        self.path = place.folder / "control.sock"
        self.program = place.start(
            place.seqd, "daemon", *(() if keeps_state else ("--no-state",)), "--sf2", FONT,
            "--device", device, "--socket", self.path, "--format", "s16", *options,
        )
        self.connection = socket.socket(socket.AF_UNIX)
        wait_until(lambda: self.connects() or self.program.has_ended, "the daemon listens", 20)
        expect(not self.program.has_ended, f"the daemon ended: {self.program.errors}")
        self.connection.settimeout(20)
        self.lines = self.connection.makefile("r", encoding="utf-8", newline="\n")
        self.events = []

    def connects(self):
        return self.connection.connect_ex(str(self.path)) == 0

    def call(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.connection.sendall(json.dumps(request).encode() + b"\n")
        while True:
            answer = json.loads(self.lines.readline())
            if "id" not in answer:
                self.events.append(answer["params"])
                continue
            if "error" in answer:
                raise Failure(f"{method}: {answer['error']}")
            return answer["result"]

    def outputs(self):
        """The states of the device that were told so far."""
        self.call("ping")
        return [event["state"] for event in self.events if event["type"] == "output"]


@check("an idle daemon gives the device back, and a note takes it again within 30 ms")
def idle(place):
    daemon = Daemon(place, LOOPBACK, "--idle", "0.2")
    wait_until(lambda: is_free(LOOPBACK), "the device is free")
    taken, heard = [], []
    for _ in range(5):
        capture = place.capture()
        before = capture.frames
        began = time.monotonic()
        daemon.call("note", channel=1, key=60, velocity=127, seconds=0.1)
        wait_until(lambda: is_running(LOOPBACK), "the device runs")
        waited = time.monotonic() - began
        wait_until(lambda: is_free(LOOPBACK), "the device is free again")
        os.kill(capture.program.process.pid, signal.SIGINT)
        capture.program.wait()
        data = capture.path.read_bytes()
        sounds = [
            index for index in range(0, len(data) - 3, 4)
            if abs(int.from_bytes(data[index:index + 2], "little", signed=True)) > 30
        ]
        expect(sounds, "nothing is heard")
        taken.append(waited)
        heard.append((sounds[0] // 4 - before) / 48_000)
    expect(max(taken) < 0.03, f"the device runs after {max(taken) * 1000:.1f} ms")
    # The loopback passes sound on every 10 ms, and counts what was recorded as often.
    expect(max(heard) < 0.05, f"it is recorded after {max(heard) * 1000:.1f} ms")
    return (
        f"the device runs after {max(taken) * 1000:.1f} ms at most, "
        f"recorded after {max(heard) * 1000:.1f}"
    )


@check("a device that disappears is a state of the daemon: time goes on, and it is taken back")
def lost(place):
    place.song(song.tone(60))
    daemon = Daemon(place, DUMMY)
    daemon.call("subscribe", types=["output"])
    daemon.call("play", path=str(place.folder / "song.mid"))
    wait_until(lambda: is_running(DUMMY), "it plays")
    with Unplugged("snd_dummy"):
        wait_until(lambda: "lost" in daemon.outputs(), "the loss is told")
        status = daemon.call("status")
        expect(status["output"] == "lost" and "disconnected" in status["reason"], str(status))
        place_then = status["seconds"]
        time.sleep(1)
        status = daemon.call("status")
        gone = status["seconds"] - place_then
        expect(0.8 < gone < 1.2, f"in 1 s it went on for {gone:.2f} s")
        expect(status["state"] == "playing", str(status))
        expect(0.9 < status["lostSeconds"] < 1.3, str(status))
    wait_until(lambda: daemon.outputs()[-1] == "running", "it is back", LONGEST_RETURN)
    expect(is_running(DUMMY), "the device does not run")
    lost_for = [event for event in daemon.events if event["type"] == "output"][-1]["lostSeconds"]
    expect(1 < lost_for < 2, f"it was lost for {lost_for} s")
    expect("device back after 1." in daemon.program.errors, daemon.program.errors)
    daemon.program.send(signal.SIGTERM)
    daemon.program.expect_status(0)


@check("the daemon's music goes on without the device, which continues in the right place")
def lost_in_music(place):
    place.song(song.sticks(STROKES))
    daemon = Daemon(place, LOOPBACK, "--idle", "0.2")
    wait_until(lambda: is_free(LOOPBACK), "it is idle")
    began, _, back, ran, heard = strokes_after_a_loss(
        place, lambda: daemon.call("play", path=str(place.folder / "song.mid"))
    )
    remark = expect_strokes([at - began for at in heard])
    return f"back after {(ran - back) * 1000:.0f} ms, {remark}"


@check("the daemon pauses without the device if asked to, also longer than until it sleeps")
def lost_paused(place):
    place.song(song.tone(60))
    daemon = Daemon(place, DUMMY, "--on-device-loss", "pause", "--idle", "0.2")
    daemon.call("play", path=str(place.folder / "song.mid"))
    wait_until(lambda: is_running(DUMMY), "it plays")
    time.sleep(1)
    with Unplugged("snd_dummy"):
        wait_until(lambda: daemon.call("status")["state"] == "paused", "it pauses", 1)
        position = daemon.call("status")["seconds"]
        # By then nothing sounds any more, and the engine sleeps.
        time.sleep(5)
        status = daemon.call("status")
        expect(status["output"] == "lost" and status["lostSeconds"] > 4.9, str(status))
        # The first may have been that of a period just before the pause.
        expect(abs(status["seconds"] - position) < 0.05, f"{status} after {position}")
    wait_until(lambda: is_running(DUMMY), "it is back", LONGEST_RETURN)
    wait_until(lambda: daemon.call("status")["state"] == "playing", "it plays again", 1)
    gone = daemon.call("status")["seconds"] - position
    expect(-0.05 < gone < 0.3, f"it resumes {gone:.2f} s further on")
    daemon.program.send(signal.SIGTERM)
    daemon.program.expect_status(0)


@check("the daemon stops without the device if asked to")
def lost_stopped(place):
    place.song(song.tone(60))
    daemon = Daemon(place, DUMMY, "--on-device-loss", "stop")
    daemon.call("play", path=str(place.folder / "song.mid"))
    wait_until(lambda: is_running(DUMMY), "it plays")
    with Unplugged("snd_dummy"):
        wait_until(lambda: daemon.call("status")["state"] == "stopped", "it stops", 1)
    time.sleep(1)
    expect(daemon.call("status")["state"] == "stopped", "it plays")


@check("a daemon that starts before its device plays when that comes")
def late(place):
    with Unplugged("snd_dummy"):
        daemon = Daemon(place, DUMMY)
        expect(daemon.call("status")["output"] == "lost", "it says nothing of the loss")
    wait_until(lambda: daemon.call("status")["output"] == "running", "the device is taken", 10)
    daemon.program.send(signal.SIGTERM)
    daemon.program.expect_status(0)


@check("the daemon is a sequencer client too, and tells who is connected")
def client(place):
    daemon = Daemon(place, DUMMY, "--name", "stage", "--inputs", "2")
    wait_until(lambda: daemon.call("ports")["ports"], "it knows ports")
    expect("stage" in daemon.call("status")["sequencer"], daemon.call("status")["sequencer"])
    place.start("aconnect", "-l").expect_status(0)
    listing = os.popen("aconnect -l").read()
    expect("'stage'" in listing and "in 2" in listing, listing)


@check("SIGTERM ends a daemon that plays within a second, and the device is free")
def ended(place):
    place.song(song.tone(60))
    daemon = Daemon(place, DUMMY)
    daemon.call("play", path=str(place.folder / "song.mid"))
    wait_until(lambda: is_running(DUMMY), "it plays")
    began = time.monotonic()
    daemon.program.send(signal.SIGTERM)
    daemon.program.expect_status(0, seconds=1)
    expect(is_free(DUMMY), "the device is not free")
    expect(not daemon.path.exists(), "the socket is still there")
    return f"{(time.monotonic() - began) * 1000:.0f} ms"
