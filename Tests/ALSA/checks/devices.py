"""What `seqd devices` and `seqd doctor` tell of real devices, and `seqd tone` on one."""

import json
import math
import os
import subprocess

from . import default
from .check import check, expect
from .place import DUMMY, LOOPBACK, is_free, is_running
from .sequencer import Client
from .sound import spoiled_by_loopback

NOBODY = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")


def seqd(place, *words, status=0, before=(), environment=None):
    """Runs seqd to its end; what it says on standard output. It says nothing else."""
    run = subprocess.run(
        [*before, place.seqd, *words], cwd=place.folder, env=environment or place.environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )
    said = run.stdout + run.stderr
    expect(run.returncode == status, f"status {run.returncode}, not {status}: {said}")
    expect(not run.stderr, f"on standard error: {run.stderr}")
    return run.stdout


def devices(place):
    return json.loads(seqd(place, "devices", "--json"))


def output(report, card, device=0):
    found = [one for one in report["outputs"] if (one["card"], one["device"]) == (card, device)]
    expect(len(found) == 1, f"{card} {device}: {report['outputs']}")
    return found[0]


@check("devices: cards are listed by their ids, with what they take")
def listed(place):
    report = devices(place)
    dummy = output(report, "Dummy")
    expect(dummy["name"] == "plughw:CARD=Dummy,DEV=0", dummy["name"])
    expect(dummy["hardware"] == "hw:CARD=Dummy,DEV=0", dummy["hardware"])
    expect(dummy["formats"] == ["s16"], dummy["formats"])
    expect(dummy["state"] == "free" and not dummy["users"], str(dummy))
    expect(48_000 in dummy["rates"] and 96_000 not in dummy["rates"], dummy["rates"])
    expect(dummy["highestRate"] == 48_000, dummy["highestRate"])
    expect((dummy["fewestChannels"], dummy["mostChannels"]) == (1, 2), str(dummy))
    for device in (0, 1):
        loopback = output(report, "Loopback", device)
        expect(loopback["formats"] == ["s16", "s24", "s32", "float"], loopback["formats"])
        expect(loopback["rates"][-1] == 192_000, loopback["rates"])
        expect(loopback["subdevices"] == 8, str(loopback))
    text = seqd(place, "devices")
    for words in (
        "  plughw:CARD=Loopback,DEV=1  Loopback: Loopback PCM\n",
        "  hw:CARD=Dummy,DEV=0         5500 to 48000 Hz; s16; 1 to 2 channels\n",
    ):
        expect(words in text, f"“{words}” is not in: {text}")
    expect(all(len(line) <= 80 for line in text.splitlines()), text)


@check("devices: each name that is listed can be played to")
def playable(place):
    names = seqd(place, "devices", "--names").split()
    for one in devices(place)["outputs"]:
        for name in (one["name"], one["hardware"]):
            expect(name in names, f"{name} is not in {names}")
            seqd(place, "tone", "--quiet", "--seconds", "0.1", "--device", name)


@check("devices: the way from default to the hardware")
def route(place):
    first = devices(place)["default"]
    expect(first["hardware"] == "hw:CARD=Loopback,DEV=0" and first["state"] == "free", str(first))
    expect("dmix" in first["plugins"], str(first))
    default.configure(place)
    report = devices(place)["default"]
    expect(report["plugins"] == ["plug", "dmix"], str(report))
    expect(report["hardware"] == "hw:CARD=Loopback,DEV=0", str(report))
    expect("  default  plug → dmix → hw:CARD=Loopback,DEV=0\n" in seqd(place, "devices"), "text")
    (place.folder / ".asoundrc").write_text("pcm.!default { type hw card 1 }\n")
    expect(devices(place)["default"]["hardware"] == "hw:CARD=Dummy,DEV=0", "by number")


@check("devices: what plays is told and not disturbed")
def in_use(place):
    players = [place.hold(f"hw:Dummy,0,{number}") for number in range(8)]
    capture = place.capture()
    tone = place.start(
        place.seqd, "tone", "--channel", "both", "--seconds", "2", "--device", LOOPBACK, "-v"
    )
    place.wait_until_playing(tone, LOOPBACK)
    report = devices(place)
    dummy = output(report, "Dummy")
    expect(dummy["state"] == "busy", str(dummy))
    users = {f"aplay ({player.process.pid})" for player in players}
    expect(set(dummy["users"]) == users, f"{dummy['users']}, not {users}")
    expect("rates" not in dummy, str(dummy))
    # Seven of the loopback's eight are free.
    loopback = output(report, "Loopback")
    expect(loopback["state"] == "free" and loopback["rates"], str(loopback))
    expect(loopback["users"] == [f"seqd ({tone.process.pid})"], str(loopback))
    expect("in use by aplay (" in seqd(place, "devices"), "the text does not say so")
    expect(all(is_running(f"hw:Dummy,0,{number}") for number in range(8)), "aplay was stopped")
    tone.expect_status(0, "xruns 0\n")
    sound = capture.end()
    gap = sound.longest_silence()
    expect(gap[1] - gap[0] < 96, f"silence in frames {gap}")


@check("devices: MIDI ports, with what connects them")
def ports(place):
    client = Client("Stage [1]", ("left", "right"))
    try:
        found = devices(place)["sequencer"]
        text = seqd(place, "devices")
    finally:
        client.close()
    expect(found["available"], str(found))
    by_address = {port["address"]: port for port in found["ports"]}
    left = by_address[f"{client.number}:0"]
    expect(left["connect"] == "Stage \\[1]:left", left["connect"])
    expect(left["readable"] and not left["writable"] and not left["hardware"], str(left))
    keyboards = [port for port in found["ports"] if port["hardware"]]
    names = [port["name"] for port in keyboards]
    expect(names == [f"VirMIDI 2-{number}" for number in range(4)], str(names))
    expect(keyboards[0]["connect"] == "Virtual Raw MIDI 2-0", str(keyboards[0]))
    names = {port["client"] for port in found["ports"]}
    expect(not names & {"System", "seqd survey"}, str(names))
    expect("--connect 'Virtual Raw MIDI 2-0'\n" in text, text)


@check("devices: without the right to them, the devices are told all the same")
def forbidden(place):
    environment = dict(os.environ, HOME="/nonexistent")
    report = json.loads(
        seqd(place, "devices", "--json", before=NOBODY, environment=environment)
    )
    for card, device in (("Loopback", 0), ("Loopback", 1), ("Dummy", 0)):
        expect(output(report, card, device)["state"] == "forbidden", str(report["outputs"]))
    expect(not report["sequencer"]["available"], str(report["sequencer"]))
    text = seqd(place, "devices", before=NOBODY, environment=environment)
    advice = "join the group 'audio' (sudo usermod -aG audio nobody), and log in again"
    expect(advice in " ".join(text.split()), text)


@check("tone: left, right and both arrive where they belong, at 440 Hz and −20 dBFS")
def tone(place):
    capture = place.capture()
    program = place.start(place.seqd, "tone", "--seconds", "0.5", "--device", LOOPBACK, "-v")
    program.expect_status(0, "seqd: left\nseqd: right\nseqd: both\n", "xruns 0\n")
    sound = capture.end()
    length = sound.end - sound.start
    expect(
        72_000 - 480 - spoiled_by_loopback() <= length <= 72_000 + spoiled_by_loopback(),
        f"{length} frames",
    )
    samples = memoryview(sound.data).cast("h")
    left, right = samples[::2].tolist(), samples[1::2].tolist()
    # The first frame is zero, and some after it are.
    start = sound.start
    for name, channel, other, first in (
        ("left", left, right, 0), ("right", right, left, 24_000),
    ):
        step = slice(start + first + 1_000, start + first + 23_000)
        level = 20 * math.log10(max(map(abs, channel[step])) / 32_768)
        expect(abs(level + 20) < 0.05, f"{name}: {level:.2f} dBFS")
        expect(not any(other[step]), f"{name}: the other channel is not silent")
    frequency = sound.frequency(48_000, start + 1_000, start + 23_000)
    expect(abs(frequency - 440) < 0.05, f"{frequency:.3f} Hz")
    return f"{frequency:.3f} Hz"


@check("tone: a busy device is refused, and told by the doctor with who has it")
def busy(place):
    player = place.hold(DUMMY)
    place.start(place.seqd, "tone", "--device", DUMMY).expect_status(
        75, f"seqd: device {DUMMY}: busy: another program is using it", seconds=5
    )
    others = [place.hold(f"hw:Dummy,0,{number}") for number in range(1, 8)]
    text = seqd(place, "doctor", "--device", "hw:Dummy", status=75)
    expect("problem  device hw:Dummy: busy: another program is using it" in text, text)
    expect(f"aplay ({player.process.pid})" in text, text)
    expect(not any(other.has_ended for other in others), "aplay was stopped")


@check("doctor: finds all in order, and leaves all as it was")
def healthy(place):
    report = json.loads(seqd(place, "doctor", "--json", "--device", "hw:Dummy"))
    checks = {one["check"]: one for one in report["checks"]}
    expect(report["canPlay"] and report["status"] == 0, str(report))
    for name in ("versions", "kernel", "device", "priority", "font", "midi"):
        expect(checks[name]["severity"] == "ok", str(checks[name]))
    message = checks["device"]["message"]
    expect("hw:Dummy (hw:CARD=Dummy,DEV=0): 48000 Hz, period 256, buffer 1024" in message, message)
    expect("Virtual Raw MIDI 2-0:VirMIDI 2-0" in checks["midi"]["message"], str(checks["midi"]))
    expect(is_free(DUMMY), "the device is not free")


@check("doctor: without rights, says which and how to get them")
def no_rights(place):
    text = seqd(
        place, "doctor", "--device", "hw:Dummy", status=77, before=NOBODY,
        environment=dict(os.environ, HOME="/nonexistent"),
    )
    words = " ".join(text.split())
    for wanted in (
        "problem device hw:Dummy: permission denied",
        "join the group 'audio' (sudo usermod -aG audio nobody), and log in again",
        "note real-time priority 41 refused",
        "'@audio - rtprio 60' to /etc/security/limits.d/audio.conf",
    ):
        expect(wanted in words, f"“{wanted}” is not in: {text}")
