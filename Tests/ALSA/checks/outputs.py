"""MIDI outputs: what other clients receive from `seqd play` and `seqd live`, and when."""

import os
import re
import signal
import subprocess
import time

from . import song
from .check import Failure, check, expect, wait_until
from .daemon import Daemon
from .keyboards import block, connections
from .place import DUMMY, FONT
from .sequencer import Client, Receiver, clients

MILLISECOND = 0.001


def play(place, *options):
    return place.start(place.seqd, "play", "song.mid", "-v", *options)


def written(data):
    """The messages of a file as a receiver has them."""
    return [(at, *message, *([0] * (3 - len(message)))) for at, message in song.events_of(data)]


def expect_equal(events, data, port=0, limit=MILLISECOND):
    """The messages of a file have come in their order, each at its time; by how much they differ."""
    wanted = written(data)
    found = [event for event in events if event[1] == port and len(event) == 5]
    expect(
        [event[2:] for event in found[:len(wanted)]] == [event[1:] for event in wanted],
        f"{found[:8]} … is not {wanted[:8]} …",
    )
    begin = found[0][0] - wanted[0][0]
    worst = max(abs(event[0] - begin - at[0]) for event, at in zip(found, wanted))
    expect(worst <= limit, f"{worst * 1000:.2f} ms from the file's times")
    return worst


@check("play --out sends a file as it is at its times, within 1 ms whatever the period")
def played(place):
    data = song.beats(60)
    place.song(data)
    worst = 0
    for period in (64, 256, 2_048):
        receiver = Receiver("Synth")
        program = play(place, "--out", "synth*", "--period", str(period))
        receiver.receive_until(lambda events: len(events) >= 182, "all has come", 15)
        program.expect_status(0, "lost 0")
        worst = max(worst, expect_equal(receiver.events, data))
        receiver.close()
    return f"within {worst * 1000:.3f} ms"


@check("MIDI is sent when the device plays what was mixed with it")
def aligned(place):
    place.song(song.beats(20))
    receiver = Receiver("Synth")
    program = place.start(
        place.seqd, "play", "song.mid", "--sf2", FONT, "--device", DUMMY, "-v",
        "--route", "all=out:1", "--out", "synth", "--period", "1024",
    )
    receiver.receive_until(lambda events: len(events) >= 62, "all has come", 15)
    program.expect_status(0)
    worst = expect_equal(receiver.events, song.beats(20), limit=3 * MILLISECOND)
    receiver.close()
    return f"within {worst * 1000:.3f} ms of the file's distances"


@check("arecordmidi of an output has what the file has, within one of its ticks")
def recorded(place):
    data = song.beats(40)
    place.song(data)
    trigger = Receiver("Trigger")
    program = play(place, "--out", "trigger", "--midi-outs", "1")
    wait_until(lambda: "seqd" in clients(), "seqd is a client", 5)
    recorder = place.start(
        "arecordmidi", "-p", f"{clients()['seqd']}:0", "-b", "120", "-t", "480", "recorded.mid"
    )
    wait_until(lambda: "arecordmidi" in connections(), "it records", 1)
    program.expect_status(0)
    recorder.send(signal.SIGINT)
    recorder.wait()
    trigger.close()
    found = song.events_of((place.folder / "recorded.mid").read_bytes())
    # What came before it was connected is missing, but for the state that it was sent.
    wanted = [event for event in song.events_of(data) if event[0] >= 1]
    notes = found[-len(wanted):]
    expect([event[1] for event in notes] == [event[1] for event in wanted], f"{notes[:6]}")
    begin = notes[0][0] - wanted[0][0]
    worst = max(abs(event[0] - begin - at[0]) for event, at in zip(notes, wanted))
    tick = 0.5 / 480
    expect(worst <= tick + 1e-6, f"{worst / tick:.2f} ticks")
    return f"within {worst / tick:.2f} ticks"


@check("aconnect shows the outputs as ports to read from, and nothing else of play")
def listed(place):
    place.song(song.tone(30))
    program = play(place, "--out", "nobody", "--midi-outs", "2")
    wait_until(lambda: block(connections(), "seqd"), "seqd is a client", 5)
    ours = block(connections("-i"), "seqd")
    ports = re.findall(r"^ +(\d+) '(.*?) *'", ours, re.MULTILINE)
    expect(ports == [("0", "out 1"), ("1", "out 2")], ours)
    expect(not block(connections("-o"), "seqd"), "it is among what can be written to")
    wait_until(lambda: "out:1=nobody: no such port yet" in program.errors, "it is told", 1)
    program.send(signal.SIGTERM)
    program.expect_status(143)


@check("a receiver that is killed loses nothing for others, and one that returns gets the state")
def killed(place):
    data = song.beats(120)
    place.song(data)
    stays = Receiver("Stays")
    goes = place.start("aseqdump")
    wait_until(lambda: "aseqdump" in clients(), "aseqdump is a client")
    program = play(place, "--out", "stays", "--out", "aseqdump", "--out", "comes")
    stays.receive_until(lambda events: len(events) > 60, "it plays", 10)
    goes.send(signal.SIGKILL)
    stays.receive(1)
    comes = Receiver("Comes")
    wait_until(lambda: "Connected From" in block(connections(), "Comes"), "it is connected", 1)
    comes.receive(0.05)
    state = [event[2:] for event in comes.events]
    expect(state[:2] == [(0xC0, 7, 0), (0xB0, 7, 90)], f"{state}")
    stays.receive_until(lambda events: len(events) >= 362, "all has come", 20)
    program.expect_status(0, "lost 0")
    # Its times are those at which this check looked.
    expect_equal(stays.events, data, limit=2)
    stays.close()
    comes.close()


@check("SIGTERM, SIGKILL of the player's clients and Ctrl-Z leave no note at a receiver")
def released(place):
    place.song(song.held_chord(0, 60))
    for number in (signal.SIGTERM, signal.SIGTSTP, signal.SIGINT):
        receiver = Receiver("Synth")
        program = play(place, "--out", "synth")
        receiver.receive_until(lambda events: len(events) >= 9, "the chord", 5)
        program.send(number)
        if number == signal.SIGTSTP:
            wait_until(lambda: program.state == "T", "it is stopped")
        else:
            program.wait()
        receiver.receive(0.1)
        down = set()
        for event in receiver.events:
            if event[2] & 0xF0 == 0x90:
                down.add(event[3])
            elif event[2] & 0xF0 == 0x80:
                down.discard(event[3])
        pedals = [event[4] for event in receiver.events if event[2:4] == (0xB0, 64)]
        expect(not down, f"{signal.Signals(number).name}: {down} are down")
        expect(pedals[-1] == 0, f"{signal.Signals(number).name}: the pedal is down")
        if number == signal.SIGTSTP:
            program.send(signal.SIGCONT)
            receiver.receive(0.2)
            pedals = [event[4] for event in receiver.events if event[2:4] == (0xB0, 64)]
            expect(pedals[-1] == 127, "the pedal is not down again")
            program.send(signal.SIGTERM)
            program.wait()
        receiver.close()


def live(place, *options):
    program = place.start(place.seqd, "live", "--connect", "none", "-v", *options)
    wait_until(lambda: "input " in program.errors or program.has_ended, "seqd live", 20)
    expect(not program.has_ended, f"seqd live: {program.errors}")
    return program


@check("thru: live --out leads each input to an output, and releases what a keyboard held")
def thru(place):
    receiver = Receiver("Synth", ("in", "second"))
    program = live(
        place, "--inputs", "2", "--out", "synth:in", "--out", "2=synth:second", "--latency", "asap",
        "--period", "64", "--periods", "2",
    )
    keys = Client("Keys")
    number = clients()["seqd"]
    keys.connect(number, 0)
    receiver.receive(0.1)
    late = []
    for _ in range(20):
        began = time.monotonic()
        keys.note_on(3, 60)
        count = len(receiver.events)
        receiver.receive_until(lambda events: len(events) > count, "the note", 1)
        late.append(receiver.events[-1][0] - began)
        keys.note_off(3, 60)
        receiver.receive(0.013)
    expect(all(event[1] == 0 for event in receiver.events), f"{receiver.events}")
    expect(max(late) < 0.006, f"{max(late) * 1000:.2f} ms")
    other = Client("Other")
    other.connect(number, 1)
    other.control(0, 64, 127)
    other.note_on(0, 64)
    message = b"\xf0\x43\x10\x4c\x00\x00\x01\xf7"
    other.exclusive(message)
    receiver.receive_until(lambda events: events[-1][1:] == (1, message), "the message", 1)
    other.close()
    receiver.receive(0.1)
    ends = [event[1:] for event in receiver.events[-2:]]
    expect(ends == [(1, 0x80, 64, 64), (1, 0xB0, 64, 0)], f"{ends}")
    keys.close()
    program.send(signal.SIGTERM)
    program.expect_status(143)
    receiver.close()
    return f"{max(late) * 1000:.2f} ms at most"


@check("64 channels at 3,000 events per second pass through without a loss, in and out")
def flooded(place):
    floods = [song.flood(2, 750, port) for port in range(4)]
    place.song(song.ports(floods))
    receiver = Receiver("Synth", [f"in {port}" for port in range(4)])
    names = [f"{port + 1}=synth:in {port}" for port in range(4)]
    program = play(place, *(word for name in names for word in ("--out", name)))
    receiver.receive_until(lambda events: len(events) >= 6_000, "all has come", 20)
    program.expect_status(0, "lost 0")
    expect_all(receiver, floods)
    receiver.events = []

    through = live(
        place, "--inputs", "4", "--out", "synth:in 0", "--out", "2=synth:in 1",
        "--out", "3=synth:in 2", "--out", "4=synth:in 3", "--name", "thru",
    )
    names = [f"{port + 1}=thru:in {port + 1}" for port in range(4)]
    program = play(place, *(word for name in names for word in ("--out", name)))
    receiver.receive_until(lambda events: len(events) >= 6_000, "all has come through", 20)
    program.expect_status(0, "lost 0")
    expect_all(receiver, floods)
    through.send(signal.SIGTERM)
    through.expect_status(143, "overruns 0")
    receiver.close()


def expect_all(receiver, floods):
    expect(receiver.overruns == 0, f"{receiver.overruns} overruns of the check's own client")
    for port, events in enumerate(floods):
        found = [event[2:] for event in receiver.events if event[1] == port]
        wanted = [tuple(message) for _, message in events]
        expect(found[:len(wanted)] == wanted, f"port {port}: {len(found)} of {len(wanted)}")


@check("a file without a SoundFont, a sampler and a device: MIDI alone, and clear refusals")
def alone(place):
    place.song(song.beats(2))
    environment = dict(place.environment, SEQD_SOUNDFONT="/nonexistent.sf2")
    receiver = Receiver("Synth")
    program = place.start(
        place.seqd, "play", "song.mid", "--out", "synth", env=environment
    )
    receiver.receive_until(lambda events: len(events) >= 8, "it plays", 5)
    program.expect_status(0)
    receiver.close()
    for words, status, message in (
        (("play", "song.mid", "--route", "all=out:17"), 64, "expected out:1 to out:16"),
        (("play", "song.mid", "--route", "all=out:2", "--midi-outs", "1"), 64, "out:2"),
        (("render", "song.mid", "--route", "all=out:1", "-o", "x.wav"), 64, "only play, live and the daemon"),
        (("play", "song.mid", "--out", "synth", "--metronome"), 64, "need a sampler"),
    ):
        place.start(place.seqd, *words).expect_status(status, message)


@check("a daemon's outputs are connected and disconnected, told as ports, and kept across a restart")
def commanded(place):
    state = dict(place.environment, XDG_STATE_HOME=str(place.folder / "state"))
    before, place.environment = place.environment, state
    place.song(song.tone(60))
    try:
        options = ("--name", "stage", "--idle", "0", "--connect", "none", "--midi-outs", "2",
                   "--route", "all=out:2")
        daemon = Daemon(place, DUMMY, *options, keeps_state=True)
        daemon.call("subscribe", types=["ports"])
        receiver = Receiver("Synth")
        address = f"{receiver.number}:0"
        answer = daemon.call("connect", pattern="out:2=synth")["ports"]
        expect(answer == [{"address": address, "name": "Synth: in", "output": 2}], str(answer))
        listing = daemon.call("ports")
        expect(answer[0] in listing["receivers"], str(listing))
        expect(listing["rules"] == ["out:2=synth"], str(listing))
        daemon.call("play", path=str(place.folder / "song.mid"))
        receiver.receive_until(lambda events: len(events) >= 2, "it plays", 5)
        expect(receiver.events[1][2:] == (0x90, 0x45, 0x60), str(receiver.events))
        daemon.call("pause")
        receiver.receive_until(lambda events: events[-1][2:4] == (0x80, 0x45), "it is released", 1)
        daemon.call("continue")
        daemon.call("note", channel=3, key=50, velocity=90)
        receiver.receive_until(lambda events: events[-1][2:] == (0x92, 50, 90), "the socket", 1)
        try:
            daemon.call("route", routes=["ch:1=out:3"])
        except Failure as failure:
            expect("2 MIDI outputs" in str(failure), str(failure))
        else:
            raise Failure("a route to an output that there is not")
        daemon.program.send(signal.SIGTERM)
        daemon.program.expect_status(0)
        receiver.receive(0.1)
        down = {event[2:4] for event in receiver.events if event[2] & 0xF0 == 0x90}
        up = {(event[2] | 0x10, event[3]) for event in receiver.events if event[2] & 0xF0 == 0x80}
        expect(down == up, f"{down - up} hang")
        again = Daemon(place, DUMMY, *options, keeps_state=True)
        wait_until(lambda: "Connected From" in block(connections(), "Synth"), "it is kept", 2)
        answer = again.call("disconnect", pattern="out:2=synth")["ports"]
        expect(answer == [{"address": address, "name": "Synth: in"}], str(answer))
        receiver.close()
    finally:
        place.environment = before


@check("MIDI clock and time code come at their times, and tell where playing begins and ends")
def synchronised(place):
    place.song(song.beats(40))
    receiver = Receiver("Slave")
    program = play(
        place, "--out", "slave", "--send-clock", "1", "--send-mtc", "25", "--from", "1s",
    )
    receiver.receive_until(lambda events: events and events[-1][2] == 0xFC, "the end", 15)
    program.expect_status(0, "lost 0")
    receiver.receive(0.1)
    events = receiver.events
    expect(sum(event[2] == 0xFC for event in events) == 1, "stopped once")
    position = next(event for event in events if event[2] == 0xF2)
    expect(position[3:] == (8, 0), str(position))
    begin = next(index for index, event in enumerate(events) if event[2] == 0xFB)
    pulses = [event[0] for event in events[begin:] if event[2] == 0xF8]
    expect(len(pulses) > 90, f"{len(pulses)} pulses")
    worst = max(abs(at - pulses[0] - step * 0.5 / 24) for step, at in enumerate(pulses))
    expect(worst <= MILLISECOND, f"pulses {worst * 1000:.2f} ms off")
    quarters = [event for event in events if event[2] == 0xF1]
    late = max(abs(event[0] - quarters[0][0] - step / 100) for step, event in enumerate(quarters))
    expect(late <= MILLISECOND, f"quarter frames {late * 1000:.2f} ms off")
    expect([event[3] >> 4 for event in quarters[:9]] == [0, 1, 2, 3, 4, 5, 6, 7, 0], "their order")
    full = next(event[2] for event in events if isinstance(event[2], bytes))
    # A second is 25 frames, and eight quarter frames tell the time of two: the next is the 26th.
    expect(full == bytes([0xF0, 0x7F, 0x7F, 1, 1, 0x20, 0, 1, 1, 0xF7]), str(full))
    receiver.close()
    return f"pulses within {worst * 1000:.3f} ms, quarter frames within {late * 1000:.3f} ms"
