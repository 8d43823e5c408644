"""A daemon that runs for the measurements."""

import os

from comparison.process import RunFailure
from comparison.programs import environment
from load.server import Server

SONG = os.path.normpath(os.path.join(os.path.dirname(__file__), "../../Examples/band.mid"))
TICKS = os.sysconf("SC_CLK_TCK")


class Daemon(Server):
    """`seqd daemon` and a client of it."""

    def __init__(self, seqd, font, folder, options=("--null",), variables=None):
        path = os.path.join(folder, "socket")
        command = [seqd, "daemon", "--no-state", "--socket", path, "--sf2", font]
        command += ["--connect", "none", *options]
        self.log = open(os.path.join(folder, "daemon.log"), "w+", encoding="utf-8")
        super().__init__(command, path, self.log, {**environment(), **(variables or {})})

    def __exit__(self, *_):
        super().__exit__()
        self.log.close()

    def begin(self):
        self.client = self.connected()
        self.answers = self.client.makefile("r", encoding="utf-8")

    def failure(self):
        self.log.seek(0)
        return f"no daemon: {self.log.read()}"

    def ask(self, line):
        """The lines of an answer, as a dictionary. Raises RunFailure."""
        self.client.sendall(f"{line}\n".encode())
        answer = {}
        for text in self.answers:
            text = text.rstrip("\n")
            if text == "OK":
                return answer
            if text.startswith("ERR "):
                raise RunFailure(f"{line}: {text}")
            key, _, value = text.partition(": ")
            answer[key] = value
        raise RunFailure(f"{line}: the daemon hung up")

    def play(self, song):
        """Plays a song again and again."""
        self.ask(f"play {song}")
        self.ask("loop on")

    def cpu(self):
        """Seconds of CPU time so far: (all threads, the event loop's)."""
        whole = ticks(f"/proc/{self.process.pid}/stat")
        tasks = f"/proc/{self.process.pid}/task"
        threads = {}
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/comm", encoding="utf-8") as file:
                name = file.read().strip()
            threads[name] = threads.get(name, 0) + ticks(f"{tasks}/{task}/stat")
        return whole, threads

    def memory(self):
        """The resident set, MB."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def ticks(path):
    """Seconds of CPU time so far, of a file `stat` of a process or a thread."""
    with open(path, encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
