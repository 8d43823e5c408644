"""The two programs: how each is told to do the same work."""

import os
import shlex
import subprocess

from .process import RunFailure

RATE = 48_000
GAIN = 0.2


class Seqd:
    """`seqd render`; its 0 dB is FluidSynth's gain 0.2, and its effects are on by default."""

    name = "seqd"

    def __init__(self, path, font, engine=None):
        self.path = path
        self.font = font
        self.engine = engine

    def render(self, song, output):
        return self._command([song], output)

    def batch(self, songs, folder):
        return self._command(songs, folder + "/") + ["--type", "wav"]

    def _command(self, songs, output):
        options = ["--sf2", self.font, "--rate", str(RATE), "--format", "s16", "--quiet"]
        if self.engine:
            options += ["--engine", self.engine]
        return [self.path, "render", *songs, *options, "-o", output]


class FluidSynth:
    """`fluidsynth -F`, its own file renderer and MIDI player, with the effects of its version."""

    name = "fluidsynth"
    path = "fluidsynth"

    def __init__(self, font):
        self.font = font

    def render(self, song, output):
        # `-f /dev/null`: no command file of the user's or the system's.
        options = ["-f", "/dev/null", "-ni", "-r", str(RATE), "-g", str(GAIN)]
        effects = ["-R", "1", "-C", "1"]
        file = ["-O", "s16", "-T", "wav", "-F", output]
        return [self.path, *options, *effects, *file, self.font, song]

    def batch(self, songs, folder):
        """A shell's loop: it renders one file per run."""
        command = shlex.join(self.render("SONG", "OUTPUT"))
        command = command.replace("SONG", '"$song"')
        command = command.replace("OUTPUT", shlex.quote(folder) + '/"${name%.*}".wav')
        loop = f'for song; do name=${{song##*/}}; {command} || exit; done'
        return ["sh", "-c", loop, "sh", *songs]


def environment():
    """The caller's, without settings that would change what is measured."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SEQD_")}


def version(path):
    """What a program calls itself, the first line of `--version`. Raises RunFailure."""
    try:
        output = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=30,
            text=True,
        )
        return output.stdout.strip().splitlines()[0]
    except (OSError, subprocess.SubprocessError, IndexError) as error:
        raise RunFailure(f"{path} --version: {error}") from None
