"""The C programs that measure."""

import os
import subprocess
from typing import NamedTuple

from comparison.process import RunFailure


class Tools(NamedTuple):
    """Paths of the compiled programs."""

    requests: str
    first_sound: str


def compile_tools(folder):
    """Compiles them into a folder. Raises RunFailure."""
    here = os.path.dirname(os.path.abspath(__file__))
    tools = Tools(os.path.join(folder, "requests"), os.path.join(folder, "first_sound.so"))
    _compile(os.path.join(here, "requests.c"), tools.requests)
    _compile(os.path.join(here, "first_sound.c"), tools.first_sound, "-shared", "-fPIC", "-ldl")
    return tools


def _compile(source, output, *options):
    command = ["cc", "-O2", "-Wall", "-o", output, source, *options]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RunFailure(f"{' '.join(command)}: {done.stderr}")
