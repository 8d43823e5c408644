"""What people and programs do with a daemon, a few minutes each.

Each function gets the `Day`, whose clock goes on while it works.
"""

import json
import pathlib
import shutil
import socket
import time

from .check import expect
from .losses import Unplugged
from .place import FONT

EXAMPLES = pathlib.Path(__file__).parents[3] / "Examples"
BANK = str(EXAMPLES.parent / "SoundFonts" / "seqd-gm.sf2")
KEYBOARD = "/dev/snd/midiC2D0"
# The names of the arguments of commands that are switches.
FLAGS = {"metronome": "click", "watch": "files", "random": "on"}


def songs(place):
    """Copies the example songs, and makes a rack and a configuration; the paths of the songs."""
    paths = [shutil.copy(song, place.folder) for song in sorted(EXAMPLES.glob("*.mid"))]
    rack = {
        "samplers": [{"name": "drums", "fonts": [BANK], "gain": -3, "channels": {"10": {"pan": 9}}}],
        "rules": [{"from": "ch:10", "to": "drums"}],
        "effects": {"main": {"reverb": "room"}},
    }
    (place.folder / "rack.json").write_text(json.dumps(rack))
    config = place.folder / "config.yaml"
    config.write_text("gain: -3\n")
    place.environment.update(
        SEQD_CONFIG=str(config), XDG_STATE_HOME=str(place.folder / "state")
    )
    return [str(path) for path in paths]


class Client:
    """A connection of its own."""

    def __init__(self, day):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(day.daemon.path))
        self.connection.settimeout(20)

    def send(self, data):
        self.connection.sendall(data)

    def ask(self, data):
        """The first line of the answer."""
        self.send(data)
        line = b""
        while not line.endswith(b"\n"):
            part = self.connection.recv(65_536)
            expect(part, f"the daemon has hung up after {data[:60]}")
            line = (line + part).split(b"\n")[0] + b"\n" if b"\n" in part else line + part
        return line.decode()

    def close(self):
        self.connection.close()


def night(day):
    """A monitor asks for the state, and somebody looks in twice."""
    for _ in range(2):
        client = Client(day)
        client.ask(b"status\n")
        time.sleep(600)
        for _ in range(20):
            day.call("status")
            day.call("ping")
            time.sleep(30)
        client.close()


def playlist(day):
    """A saved list plays, with seeks, loops and other speeds."""
    day.call("enqueue", paths=day.songs)
    day.call("save", name="morning", replace=True)
    day.call("clear")
    day.call("load", name="morning")
    day.call("random", on=True)
    day.call("continue")
    for _ in range(6):
        day.call("seek", position=f"{day.random.randint(1, 8)}:1")
        time.sleep(10)
        day.call("loop", range="2:1..4:1", count=3)
        day.call("speed", speed=day.random.choice(["3/4", "1", "1.5"]))
        time.sleep(15)
        day.call("tempo", bpm=day.random.randint(60, 160))
        day.call("mute", selectors="track:1")
        time.sleep(10)
        day.call("loop", range="off")
        day.call("unmute", selectors="all")
        day.call("jump", entry=day.random.randint(1, len(day.songs)))
    day.call("shuffle")
    day.call("queue")
    day.call("delete-playlist", name="morning")
    day.call("clear")


def whole_songs(day):
    """The list plays to its end, without gaps."""
    day.call("play", paths=day.songs)
    for _ in range(120):
        time.sleep(5)
        if day.call("status")["state"] == "stopped":
            return


def fonts(day):
    """Other SoundFonts, while a song plays and at a bar."""
    day.call("play", path=day.songs[0])
    for font in (BANK, FONT, BANK, FONT):
        day.call("load-font", fonts=[font, FONT] if font == BANK else [font])
        time.sleep(5)
    day.call("load-font", fonts=[BANK], at="next-bar")
    time.sleep(8)
    day.call("presets")
    day.call("stop")


def racks(day):
    """A rack and routes come and go while a song plays."""
    day.call("play", path=day.songs[0])
    day.call("load-rack", path=day.path("rack.json"))
    time.sleep(5)
    day.call("route", routes=[f"ch:1={BANK},gain=-6", "ch:2=drums,transpose=12"])
    time.sleep(5)
    day.call("unroute", routes=["ch:2=drums,transpose=12"])
    day.call("rack")
    day.call("unload-rack")
    time.sleep(5)
    day.call("stop")


def mixer(day):
    """Strips and effects move."""
    day.call("play", path=day.songs[0])
    for step in range(20):
        day.call("strip", name="sampler", gain=-step, pan=step, transpose=step % 3)
        day.call("effect", reverb=("room", "plate", "off")[step % 3])
        day.call("gain", decibels=-step / 2)
        time.sleep(0.5)
    day.call("strip", name="sampler", gain=0, pan=0, transpose=0)
    day.call("metronome", click=True)
    time.sleep(5)
    day.call("strips")
    day.call("stop")


def subscribers(day):
    """Clients that follow events: some read, some never do, some hang up in the middle."""
    day.call("play", path=day.songs[0])
    clients = [Client(day) for _ in range(8)]
    for client in clients:
        client.send(b"subscribe all position=100\n")
    for _ in range(30):
        time.sleep(1)
        for client in clients[:3]:
            client.connection.recv(65_536)
    clients[0].close()
    clients[3].close()
    for _ in range(20):
        Client(day).close()
    time.sleep(20)
    for client in clients:
        client.close()
    day.call("stop")


def keys(day):
    """Bursts of live MIDI, by the socket and by a keyboard, and a panic."""
    with open(KEYBOARD, "wb", buffering=0) as keyboard:
        for burst in range(10):
            for key in range(36, 84):
                keyboard.write(bytes([0x90, key, 90]))
                day.call("note", channel=2, key=key, velocity=80, seconds=0.2)
            time.sleep(0.3)
            for key in range(36, 84):
                keyboard.write(bytes([0x80, key, 0]))
            keyboard.write(bytes([0xE0, 0, burst * 8, 0xB0, 64, 127, 0xC0, burst]))
            day.call("midi", bytes="F07E7F0901F7")
            day.call("program", channel=3, preset=f"0:{burst}")
            day.call("cc", channel=3, number=7, value=burst)
            time.sleep(0.2)
        keyboard.write(bytes([0xB0, 64, 0, 0xB0, 121, 0]))
    day.call("panic")


def loss(day):
    """The device disappears for some time while a song plays."""
    day.call("play", path=day.songs[0])
    time.sleep(2)
    with Unplugged("snd_dummy"):
        time.sleep(20)
    time.sleep(15)
    day.call("stop")


def configuration(day):
    """The configuration changes, is faulty, and is as it was."""
    config = pathlib.Path(day.path("config.yaml"))
    for text in ("gain: -9\nreverb: plate\n", "gain: loud\n", "gain: -3\n"):
        config.write_text(text)
        answer = Client(day)
        is_right = answer.ask(b"reload-config\n").startswith("ERR") == ("loud" in text)
        expect(is_right, f"reload-config with {text}")
        answer.close()
        time.sleep(1)


WRONG = (
    b"\n", b"play\xff\n", b"play /no/such/file.mid\n", b"seek 99999:1\n", b"gain loud\n",
    b"no-such-command\n", b"load-font /etc/passwd\n", b"note 1 200 1\n", b"route x\n",
    b'{"jsonrpc":"2.0","id":1,"method":"seek"}\n', b"[]\n", b"{\n", b"x" * 100_000 + b"\n",
    b"render /no/such/file.mid /nowhere/x.wav\n", b"load none\n", b"jump 9999\n",
)


def wrong(day):
    """Requests that fail."""
    for request in WRONG * 3:
        client = Client(day)
        answer = client.ask(request)
        expect("ERR" in answer or '"error"' in answer, f"{request[:60]}: {answer}")
        client.close()
    client = Client(day)
    client.send(b"status\n" * 50 + b"play ")
    client.close()


def scheduled(day):
    """Commands that wait for positions, some of them until they are cancelled."""
    day.call("play", path=day.songs[0])
    for bar in range(2, 20):
        day.call("transpose", semitones=bar % 5, at=f"{bar}:1")
    time.sleep(15)
    day.call("cancel")
    day.call("transpose", semitones=0)
    day.call("seek", position="3:1", at="next-bar")
    time.sleep(5)
    day.call("stop")


def versions(day):
    """The song that plays is written anew."""
    path = pathlib.Path(day.path("watched.mid"))
    original = pathlib.Path(day.songs[0]).read_bytes()
    other = pathlib.Path(day.songs[1]).read_bytes()
    path.write_bytes(original)
    day.call("watch", files=True)
    day.call("play", path=str(path))
    for data in (other, original, other):
        time.sleep(5)
        path.write_bytes(data)
    time.sleep(5)
    day.call("stop")
    day.call("watch", files=False)


def jobs(day):
    """Songs are rendered while one plays, and a job is cancelled."""
    day.call("play", path=day.songs[1])
    target = pathlib.Path(day.path("rendered.wav"))
    day.call("render", source=day.songs[0], target=str(target), to="9:1")
    last = day.call("render", source=day.songs[1], target=day.path("cancelled.wav"))["job"]
    day.call("cancel-job", job=last)
    for _ in range(600):
        time.sleep(1)
        if all(job["state"] in ("done", "cancelled") for job in day.call("jobs")["jobs"]):
            break
    expect(target.stat().st_size > 100_000, "nothing is rendered")
    target.unlink()
    day.call("stop")


ALL = (
    playlist, whole_songs, fonts, racks, mixer, subscribers, keys, loss, configuration, wrong,
    scheduled, versions, jobs,
)
