"""The folder that the checks work in, and the programs that they start there."""

import os
import re
import signal
import subprocess
import time

from .check import Failure, expect, wait_until
from .sound import Sound

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
LOOPBACK = "hw:Loopback,0,0"
DUMMY = "hw:Dummy,0,0"
ALSA_FORMAT = {"s16": "S16_LE", "s32": "S32_LE"}


class Program:
    """A program that was started; its errors go to a file."""

    def __init__(self, command, folder, number, **options):
        self.errors_path = folder / f"errors-{number}"
        with open(self.errors_path, "wb") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                **options,
            )
        self.name = os.path.basename(command[0])

    @property
    def errors(self):
        return self.errors_path.read_text(errors="replace")

    @property
    def has_ended(self):
        return self.process.poll() is not None

    @property
    def state(self):
        """The kernel's letter: T is stopped."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0]

    def send(self, number):
        self.process.send_signal(number)

    def wait(self, seconds=60):
        """The exit status; fails when it does not end."""
        # Popen.wait looks every 50 ms only.
        end = time.monotonic() + seconds
        while not self.has_ended:
            if time.monotonic() > end:
                raise Failure(f"{self.name} has not ended within {seconds} s: {self.errors}")
            time.sleep(0.001)
        return self.process.returncode

    def expect_status(self, status, *words, seconds=60):
        ended = self.wait(seconds)
        expect(ended == status, f"status {ended}, not {status}: {self.errors}")
        for word in words:
            expect(word in self.errors, f"“{word}” is not in: {self.errors}")


class Place:
    """Makes songs and starts programs; ends what a check leaves running."""

    def __init__(self, folder, seqd):
        self.folder = folder
        self.seqd = str(seqd)
        self.programs = []
        self.environment = dict(os.environ, HOME=str(folder))

    def start(self, *command, **options):
        options.setdefault("env", self.environment)
        program = Program([str(word) for word in command], self.folder, len(self.programs), **options)
        self.programs.append(program)
        return program

    def end_all(self):
        for program in self.programs:
            if not program.has_ended:
                program.process.send_signal(signal.SIGKILL)
                program.process.wait()
        self.programs = []
        (self.folder / ".asoundrc").unlink(missing_ok=True)

    def song(self, data):
        (self.folder / "song.mid").write_bytes(data)

    def play(self, device, *options, before=(), **more):
        """Starts `seqd play song.mid`; `before` are words that start it."""
        return self.start(
            *before, self.seqd, "play", "song.mid", "--sf2", FONT, "--device", device, *options,
            **more,
        )

    def render(self, *options, sample_format="s16"):
        path = self.folder / "rendered.raw"
        self.start(
            self.seqd, "render", "song.mid", "--sf2", FONT, "-o", path,
            "--format", sample_format, *options,
        ).expect_status(0)
        return Sound(path.read_bytes(), sample_format)

    def capture(self, rate=48_000, sample_format="s16", cable=0):
        return Capture(self, rate, sample_format, cable)

    def hold(self, device):
        """Another program that plays (silence) to a device."""
        program = self.start(
            "aplay", "-q", "-D", device, "-f", "S16_LE", "-r", "48000", "-c", "2", "/dev/zero"
        )
        wait_until(lambda: is_running(device) or program.has_ended, "aplay plays")
        expect(not program.has_ended, f"aplay: {program.errors}")
        return program

    def wait_until_playing(self, program, device):
        wait_until(lambda: is_running(device) or program.has_ended, "seqd plays")
        expect(not program.has_ended, f"seqd ended: {program.errors}")


class Capture:
    """Records what is played to `LOOPBACK`, or to another cable of that card."""

    def __init__(self, place, rate, sample_format, cable):
        self.sample_format = sample_format
        self.device = f"hw:Loopback,1,{cable}"
        self.path = place.folder / f"captured-{cable}.raw"
        self.path.unlink(missing_ok=True)
        self.program = place.start(
            "arecord", "-q", "-D", self.device, "-t", "raw", "-c", "2", "-r", str(rate),
            "-f", ALSA_FORMAT[sample_format], self.path,
        )
        wait_until(
            lambda: is_running(self.device, "c") or self.program.has_ended, "arecord records"
        )
        expect(not self.program.has_ended, f"arecord: {self.program.errors}")

    @property
    def frames(self):
        """How much has been recorded up to now, whether or not it is in the file yet."""
        status = status_of(self.device, "c")
        return int(re.search(r"^hw_ptr\s*: (\d+)", status, re.MULTILINE)[1])

    def end(self):
        """Waits until all that was played has arrived; returns it."""
        size = self.path.stat().st_size
        # A second of any rate and format, which is more than arecord's buffer.
        wait_until(lambda: self.path.stat().st_size > size + 400_000, "capture goes on")
        self.program.send(signal.SIGINT)
        self.program.wait()
        return Sound(self.path.read_bytes(), self.sample_format)


def status_of(device, direction="p"):
    """The kernel's words about a device `hw:CARD,DEVICE,SUBDEVICE`; "closed" where it is free."""
    card, number, sub = device.removeprefix("hw:").split(",")
    with open(f"/proc/asound/{card}/pcm{number}{direction}/sub{sub}/status") as status:
        return status.read()


def is_running(device, direction="p"):
    return "RUNNING" in status_of(device, direction)


def is_free(device):
    return status_of(device).startswith("closed")
