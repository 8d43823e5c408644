"""The songs that are rendered, and the sound that came of them."""

import glob
import os
import wave

from .process import RunFailure

FOLDER = "/usr/share/games/openttd/baseset/openmsx"


def usual():
    """The songs of Debian's `openttd-openmsx`, where it is installed, and our examples."""
    here = os.path.dirname(os.path.abspath(__file__))
    examples = os.path.join(here, "..", "..", "Examples")
    return sorted(glob.glob(f"{FOLDER}/*.mid")) + [
        os.path.normpath(path) for path in sorted(glob.glob(f"{examples}/*.mid"))
    ]


def write_one_note(path):
    """Writes a song of one note: a quarter at 120 beats a minute, half a second."""
    track = bytes.fromhex("00 90 3C 64  83 60 80 3C 40  00 FF 2F 00")
    header = bytes.fromhex("4D 54 68 64  00 00 00 06  00 00 00 01  01 E0")
    with open(path, "wb") as file:
        file.write(header + b"MTrk" + len(track).to_bytes(4, "big") + track)


def seconds(path):
    """The length of a sound file. Raises RunFailure where there is none, or nothing is heard.

    (FluidSynth renders silence, and exits with 0, where it could not load the font.)
    """
    try:
        with wave.open(path, "rb") as sound:
            length = sound.getnframes() / sound.getframerate()
            while data := sound.readframes(65536):
                if data.count(0) != len(data):
                    return length
    except (OSError, EOFError, wave.Error) as error:
        raise RunFailure(f"no sound file: {error}") from None
    raise RunFailure("wrote silence")
