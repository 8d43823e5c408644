"""Ports that are connected and disconnected while a daemon runs."""

import subprocess

from .check import Failure, check, expect, wait_until
from .daemon import Daemon
from .keyboards import OCARINA, block, connections
from .place import DUMMY, FONT
from .sequencer import Client, clients


def port(name, client, number=None):
    """The port of a client in an answer, with its input if it is connected."""
    entry = {"address": f"{client.number}:0", "name": f"{name}: out"}
    return entry if number is None else dict(entry, input=number)


def hold(client):
    """Plays a note, and holds its pedal."""
    client.program(0, OCARINA)
    client.control(0, 64, 127)
    client.note_on(0, 60)


def sounding(daemon):
    return daemon.call("why")["sounding"]


def is_connected(name):
    return "Connecting To" in block(connections(), name)


def has_told(daemon, change, client):
    """Whether an event about a client's port has come."""
    daemon.call("ping")
    return any(
        event["type"] == "ports" and event["change"] == change
        and event["address"] == f"{client.number}:0"
        for event in daemon.events
    )


@check("connect connects ports now and when they come; disconnect releases what they hold")
def commanded(place):
    daemon = Daemon(
        place, DUMMY, "--connect", "none", "--inputs", "2", "--name", "stage", "--idle", "0",
    )
    daemon.call("subscribe", types=["ports"])
    keys = Client("Keys")
    expect(daemon.call("connect", pattern="nobody")["ports"] == [], "nobody is connected")
    answer = daemon.call("connect", pattern="2=keys*")["ports"]
    expect(answer == [port("Keys", keys, 2)], str(answer))
    listing = daemon.call("ports")
    expect(port("Keys", keys, 2) in listing["ports"], str(listing))
    expect(listing["rules"] == ["nobody", "2=keys*"], str(listing))
    wait_until(lambda: has_told(daemon, "connected", keys), "the connection is told")
    hold(keys)
    wait_until(lambda: sounding(daemon), "it sounds")

    answer = daemon.call("disconnect", pattern="Keys*")["ports"]
    expect(answer == [port("Keys", keys)], str(answer))
    expect(not is_connected("Keys"), connections())
    expect(daemon.call("ports")["rules"] == ["nobody"], "the rule is still there")
    wait_until(lambda: not sounding(daemon), "what it held is released")
    wait_until(lambda: has_told(daemon, "gone", keys), "the end of the connection is told")

    # One that comes later, and one that the user disconnects.
    daemon.call("connect", pattern="keys*")
    later = Client("Keys two")
    wait_until(lambda: is_connected("Keys two"), "it is connected when it comes", 1)
    wait_until(lambda: has_told(daemon, "connected", later), "it is told")
    ours = f"{clients()['stage']}:0"
    subprocess.run(["aconnect", "-d", f"{keys.number}:0", ours], check=True)
    answer = daemon.call("connect", pattern="keys*")["ports"]
    expect(answer == [port("Keys", keys, 1)], str(answer))
    try:
        daemon.call("disconnect", pattern="drums")
    except Failure as failure:
        expect("the rules are nobody, keys*" in str(failure), str(failure))
    else:
        raise Failure("what names nothing was disconnected")
    for client in (keys, later):
        client.close()


@check("disconnect takes a port off one input or off all, and it comes back when it returns")
def single(place):
    daemon = Daemon(
        place, DUMMY, "--connect", "keys", "--connect", "2=keys", "--inputs", "2", "--name", "stage",
    )
    keys = Client("Keys")
    wait_until(
        lambda: [entry.get("input") for entry in daemon.call("ports")["ports"]
                 if entry["address"] == f"{keys.number}:0"] == [1, 2],
        "it plays on both inputs",
    )
    address = f"{keys.number}:0"
    answer = daemon.call("disconnect", pattern=f"2={address}")["ports"]
    expect(answer == [port("Keys", keys)], str(answer))
    expect(port("Keys", keys, 1) in daemon.call("ports")["ports"], "the other input lost it too")
    daemon.call("disconnect", pattern=address)
    expect(not is_connected("Keys"), connections())
    expect(daemon.call("ports")["rules"] == ["keys", "2=keys"], "the rules have gone")
    keys.close()
    again = Client("Keys")
    wait_until(lambda: is_connected("Keys"), "it is connected when it returns", 1)
    again.close()


@check("reload-config replaces the rules; ports that the user connected stay")
def reloaded(place):
    config = place.folder / "connect.yaml"
    config.write_text("connect: ['keys']\n")
    before = dict(place.environment)
    place.environment["SEQD_CONFIG"] = str(config)
    try:
        daemon = Daemon(place, DUMMY, "--name", "stage", "--idle", "0")
    finally:
        place.environment = before
    keys, pads, drums = Client("Keys"), Client("Pads"), Client("Drums")
    # The socket listens before the sequencer is opened.
    wait_until(lambda: "stage" in clients(), "the daemon is a sequencer client")
    pads.connect(clients()["stage"])
    wait_until(lambda: is_connected("Keys"), "the rule connects it")
    hold(keys)
    wait_until(lambda: sounding(daemon), "it sounds")
    config.write_text("connect: ['drums']\n")
    answer = daemon.call("reload-config")["changed"]
    expect(answer == ["connect"], str(answer))
    wait_until(lambda: is_connected("Drums"), "the new rule connects it")
    expect(not is_connected("Keys"), "the old rule's port is still connected")
    expect(is_connected("Pads"), "the user's port was disconnected")
    expect(daemon.call("ports")["rules"] == ["drums"], "the rules are others")
    wait_until(lambda: not sounding(daemon), "what it held is released")
    for client in (keys, pads, drums):
        client.close()


@check("rules take sources by name, again when they return, and under another name no more")
def named(place):
    daemon = Daemon(place, DUMMY, "--connect", "keys*", "--name", "stage", "--idle", "0")
    daemon.call("route", routes=[f"input:Keys two={FONT},name=lead"])
    keys, second = Client("Keys"), Client("Keys two")
    wait_until(lambda: is_connected("Keys two"), "both are connected")

    def samplers():
        return sorted(note["sampler"] for note in sounding(daemon))

    def play(client):
        client.note_on(0, 60)

    play(keys)
    wait_until(lambda: samplers() == ["live"], "the first plays what no rule takes")
    play(second)
    wait_until(lambda: samplers() == ["lead", "live"], "the second plays its sampler")
    second.close()
    wait_until(lambda: samplers() == ["live"], "what it held is released")
    again = Client("Keys two")
    wait_until(lambda: is_connected("Keys two"), "it is connected when it returns")
    play(again)
    wait_until(lambda: samplers() == ["lead", "live"], "it has its route again")
    again.note_off(0, 60)
    wait_until(lambda: samplers() == ["live"], "its key goes up")
    again.rename("Keys three")
    wait_until(lambda: is_connected("Keys three"), "it has another name")
    again.note_on(0, 67)
    wait_until(lambda: samplers() == ["live", "live"], "no rule means it any more")
    for client in (keys, again):
        client.close()


@check("ports as rtpmidid has them: peers come and go in one client, and play in bursts")
def peers(place):
    daemon = Daemon(
        place, DUMMY, "--connect", "rtpmidid:*", "--inputs", "2", "--connect", "2=rtpmidid:carbon",
        "--name", "stage", "--idle", "0",
    )
    daemon.call("route", routes=[f"input:rtpmidid:diamond={FONT},name=lead"])
    network = Client("rtpmidid", ports=("Network Export",))

    def inputs(number):
        return sorted(
            entry.get("input", 0) for entry in daemon.call("ports")["ports"]
            if entry["address"] == f"{network.number}:{number}"
        )

    def keys():
        return sorted((note["sampler"], note["key"]) for note in sounding(daemon))

    wait_until(lambda: inputs(0) == [1], "its own port is connected")
    for _ in range(3):
        diamond, carbon = network.add_port("diamond"), network.add_port("carbon")
        wait_until(lambda: (inputs(diamond), inputs(carbon)) == ([1], [1, 2]), "both peers are", 1)
        # A packet of the network has several messages.
        for key in range(60, 68):
            network.note_on(0, key, port=diamond)
        wait_until(lambda: keys() == [("lead", key) for key in range(60, 68)], "one plays", 2)
        network.note_on(0, 72, port=carbon)
        wait_until(
            lambda: keys()[8:] == [("live", 72), ("live 2", 72)], "the other plays on both", 2
        )
        # The session ends without a note-off.
        network.remove_port(diamond)
        wait_until(lambda: keys() == [("live", 72), ("live 2", 72)], "what it held ends", 2)
        network.remove_port(carbon)
        wait_until(lambda: not keys(), "nothing sounds", 2)
    network.close()
