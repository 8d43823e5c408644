"""`seqd live` and who plays on it."""

import re
import signal
import subprocess
import time

from . import song
from .check import check, expect, wait_until
from .place import DUMMY, FONT, LOOPBACK, is_free, is_running
from .sequencer import Client, clients

RATE = 48_000
OCARINA = 79


class Live:
    """A `seqd live` that runs."""

    def __init__(self, place, *options, device=LOOPBACK, name="seqd"):
        self.program = place.start(
            place.seqd, "live", "--sf2", FONT, "--device", device, "--name", name,
            "--no-reverb", "--no-chorus", "-v", *options,
        )
        wait_until(
            lambda: "input " in self.program.errors or self.program.has_ended, "seqd live", 20
        )
        expect(not self.program.has_ended, f"seqd live: {self.program.errors}")
        wait_until(lambda: is_running(device), "the device runs")
        self.number = clients()[name]

    def says(self, words, seconds=1.0):
        wait_until(lambda: words in self.program.errors, f"“{words}” is told", seconds)

    def said(self, words):
        return self.program.errors.count(words)

    def end(self):
        """Ends it; how many messages it received, and how often it lost some."""
        self.program.send(signal.SIGTERM)
        self.program.expect_status(143)
        found = re.search(r"messages (\d+), overruns (\d+), ", self.program.errors)
        expect(found, f"no counts: {self.program.errors}")
        return int(found[1]), int(found[2])


def connections(option="-l"):
    """What `aconnect` prints."""
    listing = subprocess.run(["aconnect", option], capture_output=True, text=True, check=True)
    return listing.stdout


def block(text, name):
    """The lines about a client."""
    match = re.search(rf"^client \d+: '{name}'.*\n((?:[ \t].*\n)*)", text, re.MULTILINE)
    return match[0] if match else ""


@check("aconnect shows the inputs and nothing else, and every hardware port connected")
def shown(place):
    live = Live(place, "--inputs", "2")
    text = connections()
    ours = block(text, "seqd")
    ports = re.findall(r"^ +(\d+) '(.*?) *'", ours, re.MULTILINE)
    expect(ports == [("0", "in 1"), ("1", "in 2")], f"{ours}")
    for port in range(4):
        expect(
            f"Connecting To: {live.number}:0" in block(text, f"Virtual Raw MIDI 2-{port}"),
            f"VirMIDI 2-{port} is not connected: {text}",
        )
    expect("Connecting" not in block(text, "Midi Through"), "Midi Through is connected")
    expect("seqd" not in connections("-i"), "it appears as something to read from")
    expect(block(connections("-o"), "seqd"), "it is not among what can be written to")
    live.end()


@check("aplaymidi -p seqd: every onset is where the file has it")
def onsets(place):
    # Times that share nothing with a period, on ticks.
    times = [tick / song.SECOND for tick in (960, 1187, 1432, 1631, 1834, 2090, 2304, 2641)]
    place.song(song.sticks(times))
    wanted = place.render("--no-reverb", "--no-chorus").onsets()
    # The loopback's clock has ticks of 10 ms, which are 480 frames: with other periods it takes two
    # at once now and then, and what is played at arrival plus a period is as uneven.
    live = Live(place, "--period", "480")
    capture = place.capture()
    player = place.start("aplaymidi", "-p", "seqd", "-d", "1", "song.mid")
    player.expect_status(0)
    captured = capture.end()
    live.end()
    found = captured.onsets()
    expect(len(wanted) == len(times), f"{len(wanted)} onsets rendered of {len(times)}")
    expect(len(found) == len(wanted), f"{len(found)} onsets, not {len(wanted)}: {found}")
    offsets = [heard - rendered for heard, rendered in zip(found, wanted)]
    spread = (max(offsets) - min(offsets)) / RATE * 1_000
    # The kernel sends once in a millisecond; FluidSynth begins notes each 64 frames (1.3 ms), here
    # and in what is rendered.
    expect(spread < 4, f"onsets differ by {spread:.2f} ms from the file's distances: {offsets}")
    return f"within {spread:.2f} ms"


@check("kill -9 of aplaymidi releases its chord and pedal within 50 ms, and nobody else's")
def killed(place):
    live = Live(place)
    other, model = Client("other"), Client("model")
    capture = place.capture()
    other.connect(live.number)
    other.program(1, OCARINA)
    other.note_on(1, 45)
    time.sleep(0.5)
    # How long it takes until a chord that is released as usual is heard no more.
    model.connect(live.number)
    model.program(0, OCARINA)
    for key in song.CHORD:
        model.note_on(0, key, 110)
    time.sleep(1)
    usual = capture.frames
    for key in song.CHORD:
        model.note_off(0, key)
    time.sleep(1.5)
    place.song(song.held_chord(OCARINA, seconds=30))
    player = place.start("aplaymidi", "-p", "seqd", "song.mid")
    time.sleep(1.5)
    kill = capture.frames
    player.send(signal.SIGKILL)
    time.sleep(1.5)
    end = capture.frames
    captured = capture.end()
    other.close()
    model.close()
    live.end()
    alone = captured.peak(end - RATE // 2, end - RATE // 4)
    loud = captured.peak(kill - RATE // 2, kill)
    expect(alone > 300, f"the other's tone has gone: {alone}")
    expect(loud > 2 * alone, f"peak {loud} with the chord, {alone} without")
    as_usual, now = (captured.first_below(1.25 * alone, frame) - frame for frame in (usual, kill))
    late = (now - as_usual) / RATE * 1000
    expect(late < 50, f"{late:.0f} ms later than a chord that is released as usual")
    return f"{late:.0f} ms later than note-offs at that moment"


@check("who unsubscribes or goes has what it holds released; a direct sender as well")
def released(place):
    live = Live(place, device=LOOPBACK)
    for way in ("unsubscribe", "exit", "direct"):
        client = Client("leaver")
        to = (live.number, 0) if way == "direct" else None
        if to is None:
            client.connect(live.number)
        capture = place.capture()
        client.program(0, OCARINA, to=to)
        client.control(0, 64, 127, to=to)
        for key in (60, 64, 67):
            client.note_on(0, key, to=to)
        client.note_off(0, 60, to=to)
        time.sleep(1)
        if way == "unsubscribe":
            client.disconnect(live.number)
        else:
            client.close()
        gone = capture.frames
        time.sleep(1)
        if way == "unsubscribe":
            client.close()
        captured = capture.end()
        expect(captured.peak(gone - RATE // 2, gone) > 1_000, f"{way}: no chord")
        silent = captured.peak(gone + RATE // 2, gone + RATE // 2 + RATE // 4)
        expect(silent < 100, f"{way}: peak {silent} half a second later")
    live.end()


@check("a keyboard that comes, goes and comes back is connected each time, in less than a second")
def returns(place):
    live = Live(place, device=DUMMY)
    for turn in range(1, 6):
        keyboard = Client("Keystation 61", ports=("MIDI 1", "MIDI 2"), hardware=True)
        began = time.monotonic()
        wait_until(
            lambda: f"Connecting To: {live.number}:0" in block(connections(), "Keystation 61"),
            "it is connected", 1,
        )
        expect(time.monotonic() - began < 1, "it took too long")
        expect(
            block(connections(), "Keystation 61").count("Connecting To") == 2,
            "not both of its ports are connected",
        )
        wait_until(lambda: live.said("connected: ") == 4 + 2 * turn, "it is told", 1)
        keyboard.note_on(0, 60)
        keyboard.close()
        wait_until(lambda: live.said("gone: ") == 2 * turn, "it is told", 1)
    messages, overruns = live.end()
    expect((messages, overruns) == (5, 0), f"{messages} messages, {overruns} overruns")


@check("a port whose name does not fit is not connected; one that does is, to its input")
def rules(place):
    live = Live(place, "--inputs", "2", "--connect", "2=key*", "--connect", "14:0", device=DUMMY)
    clients_ = [Client("Keylab"), Client("Drums"), Client("x", ports=("key 1", "other"))]
    live.says("connected: 14:0")
    time.sleep(0.5)
    text = connections()
    expect(f"Connecting To: {live.number}:1" in block(text, "Keylab"), text)
    expect("Connecting" not in block(text, "Drums"), text)
    expect(block(text, "x").count("Connecting") == 1, text)
    expect("Connecting" not in block(text, "Virtual Raw MIDI 2-0"), text)
    for client in clients_:
        client.close()
    live.end()


@check("a connection that the user undoes stays undone until the port returns")
def undone(place):
    live = Live(place, device=DUMMY)
    keyboard = Client("Keys", hardware=True)
    live.says(f"connected: {keyboard.number}:0")
    subprocess.run(["aconnect", "-d", f"{keyboard.number}:0", f"{live.number}:0"], check=True)
    live.says(f"disconnected: {keyboard.number}:0")
    time.sleep(0.5)
    expect("Connecting" not in block(connections(), "Keys"), "it is connected again")
    keyboard.close()
    live.end()


@check("3,000 events a second on 16 channels for 4 s: none is lost")
def many(place):
    live = Live(place, device=DUMMY)
    client = Client("many")
    client.connect(live.number)
    began = time.monotonic()
    sent = 0
    while sent < 12_000:
        for channel in range(16):
            client.note_on(channel, 40 + sent // 32 % 40, 1 + sent % 100)
            client.note_off(channel, 40 + sent // 32 % 40)
            sent += 2
        wait = began + sent / 3_000 - time.monotonic()
        if wait > 0:
            time.sleep(wait)
    time.sleep(0.2)
    client.close()
    messages, overruns = live.end()
    expect((messages, overruns) == (sent, 0), f"{messages} of {sent}, {overruns} overruns")
    return f"{sent} events"


@check("1,900 events at once, as many as the kernel keeps: none is lost")
def burst(place):
    live = Live(place, device=DUMMY)
    client = Client("burst")
    client.connect(live.number)
    time.sleep(0.1)
    live.program.send(signal.SIGSTOP)
    for n in range(1_900):
        client.control(n % 16, 7, n % 128)
    live.program.send(signal.SIGCONT)
    time.sleep(0.5)
    messages, overruns = live.end()
    client.close()
    expect((messages, overruns) == (1_900, 0), f"{messages} messages, {overruns} overruns")


@check("SIGTSTP gives the device back; what is played meanwhile is not heard afterwards")
def stopped(place):
    live = Live(place, device=DUMMY)
    client = Client("player")
    client.connect(live.number)
    client.note_on(0, 60)
    time.sleep(0.2)
    live.program.send(signal.SIGTSTP)
    wait_until(lambda: live.program.state == "T", "seqd stops", 1)
    expect(is_free(DUMMY), "the device is not free")
    for key in range(40, 90):
        client.note_on(0, key)
    time.sleep(1)
    live.program.send(signal.SIGCONT)
    wait_until(lambda: is_running(DUMMY), "the device runs again")
    time.sleep(0.2)
    client.note_on(0, 64)
    time.sleep(0.2)
    messages, overruns = live.end()
    client.close()
    expect((messages, overruns) == (2, 0), f"{messages} messages, {overruns} overruns")


@check("System Exclusive in pieces of any length, from two at a time, and one of 50 KB at once")
def exclusives(place):
    live = Live(place, device=DUMMY)
    one, two = Client("one"), Client("two")
    one.connect(live.number)
    two.connect(live.number)
    first = b"\xf0\x41\x10\x42\x12" + bytes(n % 128 for n in range(995)) + b"\xf7"
    second = b"\xf0\x43\x10\x4c" + bytes((n * 7) % 128 for n in range(600)) + b"\xf7"
    pieces = max(len(first) // 13, len(second) // 7) + 1
    for n in range(pieces):
        for client, data, size in ((one, first, 13), (two, second, 7)):
            if piece := data[n * size : (n + 1) * size]:
                client.exclusive(piece)
    time.sleep(0.1)
    two.exclusive(b"\xf0\x7d" + bytes(45_000) + b"\xf7")
    time.sleep(0.1)
    one.exclusive(b"\xf0\x7e\x7f\x09\x01\xf7")
    time.sleep(0.1)
    messages, overruns = live.end()
    expect((messages, overruns) == (4, 0), f"{messages} messages, {overruns} overruns")
    expect("exclusives dropped 0" in live.program.errors, live.program.errors)


@check("a queue that overflows while it is stopped is told, all is released, and it goes on")
def overrun(place):
    live = Live(place, device=LOOPBACK)
    client = Client("flood")
    client.connect(live.number)
    capture = place.capture()
    client.program(0, OCARINA)
    client.note_on(0, 60)
    time.sleep(0.5)
    live.program.send(signal.SIGSTOP)
    for n in range(5_000):
        # The kernel says so when nobody takes an event.
        client.control(1, 7, n % 128, is_forced=True)
    live.program.send(signal.SIGCONT)
    live.says("events were lost", 2)
    gone = capture.frames
    time.sleep(1)
    client.note_on(0, 64)
    time.sleep(0.5)
    played = capture.frames
    client.note_off(0, 64)
    client.close()
    captured = capture.end()
    expect(captured.peak(gone + RATE // 2, gone + RATE // 2 + 4_800) < 100, "a note hangs")
    expect(captured.peak(played - RATE // 4, played) > 1_000, "it does not play any more")
    expect(live.end()[1] == 1, live.program.errors)


@check("bytes written to the device of a rawmidi port and to a FIFO play too")
def raw(place):
    path = place.folder / "fifo"
    subprocess.run(["mkfifo", path], check=True)
    live = Live(place, "--raw", path, device=DUMMY)
    for name in (path, "/dev/snd/midiC2D0"):
        with open(name, "wb", buffering=0) as writer:
            writer.write(b"\x90\x3c\x64\x40\x64")
            time.sleep(0.1)
    time.sleep(0.2)
    messages, overruns = live.end()
    expect((messages, overruns) == (4, 0), f"{messages} messages, {overruns} overruns")


@check("without the right to use the sequencer it says what to do")
def forbidden(place):
    other = ("setpriv", "--reuid", "nobody", "--clear-groups")
    program = place.start(*other, place.seqd, "live", "--null", "--sf2", FONT)
    program.expect_status(77, "join the group 'audio'")
