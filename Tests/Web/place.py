"""A daemon that plays without a device, seqd web beside it, and a folder of their own."""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def free_port():
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(check, seconds=15, what="it"):
    """Waits until a check is true, and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = check()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.02)


class Place:
    """The processes and the folder of a run."""

    def __init__(self, program):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="seqd-web-"))
        self.music = self.folder / "music"
        self.music.mkdir()
        for name in ["walking-song", "band", "string-quartet"]:
            shutil.copy(PROJECT / "Examples" / f"{name}.mid", self.music)
        (self.music / "inner").mkdir()
        shutil.copy(PROJECT / "Examples" / "drum-solo.mid", self.music / "inner")
        runtime = self.folder / "run"
        runtime.mkdir(mode=0o700)
        self.environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "SEQD_CONFIG": "",
            "SEQD_SOUNDFONT": str(PROJECT / "SoundFonts" / "seqd-gm.sf2"),
        }
        for name in ["SEQD_SOCKET", "SEQD_SF2"]:
            self.environment.pop(name, None)
        self.daemon = None
        self.webs = []
        self.port = None

    def start(self):
        """Starts the daemon and seqd web."""
        self.start_daemon()
        self.port = free_port()
        self.start_web("--listen", f"127.0.0.1:{self.port}")

    def start_daemon(self):
        """Starts the daemon, and waits until it answers."""
        log = open(self.folder / "daemon.log", "a")
        self.daemon = subprocess.Popen(
            [self.program, "daemon", "--device", "none", "--allow-path", str(self.music)],
            env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
        )
        eventually(lambda: self.ctl("ping", check=False).returncode == 0, 30, "the daemon")

    def stop_daemon(self, how=signal.SIGTERM):
        """Ends the daemon."""
        self.daemon.send_signal(how)
        self.daemon.wait(20)

    def start_web(self, *arguments):
        """Starts a server, and waits until it listens."""
        log = self.folder / f"web-{len(self.webs)}.log"
        output = open(log, "w")
        process = subprocess.Popen(
            [self.program, "web", "--allow-path", str(self.music), *arguments],
            env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
        )
        self.webs.append(process)

        def listens():
            assert process.poll() is None, log.read_text()
            return "page at" in log.read_text()

        eventually(listens, 30, "seqd web")
        return process

    def web(self, *arguments):
        """Runs a command of seqd web that ends."""
        return subprocess.run(
            [self.program, "web", *arguments],
            env=self.environment, capture_output=True, text=True, timeout=30,
        )

    def new_token(self, name, role):
        """Makes a token, and returns it."""
        made = self.web("--new-token", name, f"--{role}")
        assert made.returncode == 0, made.stderr
        return re.search(r"#([0-9a-f]{32})", made.stdout)[1]

    def ctl(self, *words, check=True):
        """Sends a command with seqd ctl."""
        done = subprocess.run(
            [self.program, "ctl", *words],
            env=self.environment, capture_output=True, text=True, timeout=30,
        )
        assert not check or done.returncode == 0, done.stderr
        return done

    def ask(self, method, **params):
        """Asks the daemon by its socket, in JSON."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(20)
            connection.connect(str(self.folder / "run/seqd/control.sock"))
            request = {"jsonrpc": "2.0", "id": 1, "method": method}
            if params:
                request["params"] = params
            connection.sendall(json.dumps(request).encode() + b"\n")
            answer = json.loads(connection.makefile().readline())
        assert "error" not in answer, answer
        return answer["result"]

    def song(self, name="walking-song"):
        """The path of a song."""
        return str(self.music / f"{name}.mid")

    def load(self, *names):
        """Loads songs, and waits at the beginning of the first."""
        self.ask("play", path=[self.song(name) for name in names or ["walking-song"]], paused=True)

    def reset(self):
        """Brings the daemon back to what a check expects."""
        self.ask("practice", practice="off")
        self.ask("panic")
        self.ask("stop")
        self.ask("clear")
        for name in ["repeat", "single", "random", "consume", "metronome"]:
            self.ask(name, **{name: False})
        self.ask("gain", gain=0)
        self.ask("speed", speed=1)
        self.ask("transpose", transpose=0)
        self.ask("loop", loop="off")
        programs = self.ask("rack").get("programs")
        if programs:
            self.ask("unset-program")

    @property
    def url(self):
        """The link to the page."""
        return f"http://127.0.0.1:{self.port}/"

    def close(self):
        """Ends everything, and removes the folder."""
        for process in [*self.webs, self.daemon]:
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        left = sorted(path.name for path in (self.folder / "run").rglob("*"))
        shutil.rmtree(self.folder)
        assert not [name for name in left if name.endswith(".sock")], left
