"""The other readers: how they come here, and the commands that run them.

Nothing of them stays: crates, environments and programs are made in a temporary folder. One that
cannot be had is left out, with a message that says why.
"""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "Peers")

# Without its threads: one thread is compared with one.
MANIFEST = """[package]
name = "midly-probe"
version = "0.1.0"
edition = "2021"

[dependencies]
midly = { path = "midly", default-features = false, features = ["std"] }

[profile.release]
opt-level = 3
lto = true
codegen-units = 1
panic = "abort"
"""


def build_probe(build):
    """Our own, a release build; the command. `build` is the folder for it, or None."""
    build = build or os.path.join(HERE, "..", "..", ".build-bench")
    command = ["swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", build]
    subprocess.run(command, check=True, stdout=sys.stderr)
    shown = subprocess.run(
        command + ["--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True
    )
    return [os.path.join(shown.stdout.strip(), "parsing-probe")]


def build_midly(source, folder, say):
    """The command that runs midly, and its version; None where it cannot be had."""
    if source is None:
        return say("midly is left out: no --midly DIR with its source")
    if shutil.which("cargo") is None:
        return say("midly is left out: no cargo (Debian: apt-get install cargo)")
    crate = os.path.join(folder, "midly-probe")
    os.makedirs(os.path.join(crate, "src"))
    copied = os.path.join(crate, "midly")
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns("target", ".git"))
    shutil.copy(os.path.join(PEERS, "midly.rs"), os.path.join(crate, "src", "main.rs"))
    with open(os.path.join(crate, "Cargo.toml"), "w", encoding="utf-8") as file:
        file.write(MANIFEST)
    # What its threads would need is not compiled, but cargo may want to know its version.
    command = ["cargo", "build", "--release", "--quiet"]
    for options in (["--offline"], []):
        done = subprocess.run(
            command + options, cwd=crate, stderr=subprocess.PIPE, text=True, check=False,
            env=dict(os.environ, RUSTFLAGS="-Awarnings"),
        )
        if done.returncode == 0:
            break
    else:
        return say(f"midly is left out: {' '.join(command)}: {done.stderr.strip()[-400:]}")
    program = os.path.join(crate, "target", "release", "midly-probe")
    return [program], f"midly {_crate_version(copied)}"


def _crate_version(folder):
    with open(os.path.join(folder, "Cargo.toml"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("version"):
                return line.split('"')[1]
    return ""


def install_python(names, folder, say):
    """The commands that run readers of PyPI, with their versions, by name.

    What cannot be installed is left out.
    """
    environment = os.path.join(folder, "venv")
    interpreter = os.path.join(environment, "bin", "python")
    found = {}
    try:
        subprocess.run([sys.executable, "-m", "venv", environment], check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError):
        say("readers for Python are left out: no venv (Debian: apt-get install python3-venv)")
        return found
    for name in names:
        done = subprocess.run(
            [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name],
            stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False,
        )
        if done.returncode != 0:
            say(f"{name} is left out: pip install failed: {done.stderr.strip()[-200:]}")
            continue
        shown = subprocess.run(
            [interpreter, "-c", f"import importlib.metadata as m; print(m.version('{name}'))"],
            check=True, stdout=subprocess.PIPE, text=True,
        )
        command = [interpreter, os.path.join(PEERS, "readers.py"), name]
        found[name] = (command, f"{name} {shown.stdout.strip()}")
    return found


def build_fluidsynth(name, folder, say):
    """The command of a program around FluidSynth's player, `Peers/name.c`; None without it."""
    program = os.path.join(folder, name)
    source = os.path.join(PEERS, name + ".c")
    if shutil.which("cc") is None:
        return say("FluidSynth is left out: no cc (Debian: apt-get install gcc libfluidsynth-dev)")
    done = subprocess.run(
        ["cc", "-O2", "-Wall", "-o", program, source, "-lfluidsynth"],
        stderr=subprocess.PIPE, text=True, check=False,
    )
    if done.returncode != 0:
        return say(f"FluidSynth is left out: {done.stderr.strip()[-200:]}")
    return [program]
