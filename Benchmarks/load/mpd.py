"""An MPD of our own, which plays silence, beside which the daemon is measured."""

import os
import signal
import socket
import subprocess
import time
import wave

from comparison.process import RunFailure

CONFIGURATION = """
bind_to_address "{folder}/mpd"
log_file "{folder}/mpd.log"
state_file "{folder}/mpd.state"
max_connections "5000"
zeroconf_enabled "no"
audio_output {{
    type "null"
    name "null"
}}
"""


class MPD:
    """A process with a configuration of its own in a folder; ends with the `with` block."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "mpd")
        self.music = os.path.join(folder, "silence.wav")
        configuration = os.path.join(folder, "mpd.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=folder))
        with wave.open(self.music, "wb") as file:
            file.setparams((2, 2, 48_000, 0, "NONE", ""))
            file.writeframes(bytes(4 * 48_000 * 10))
        self.process = subprocess.Popen(
            ["mpd", "--no-daemon", configuration],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self):
        try:
            self._play()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _play(self):
        with self._connected() as client, client.makefile("r", encoding="utf-8") as answers:
            answers.readline()
            for line in (f'add "{self.music}"', "repeat 1", "play"):
                client.sendall(f"{line}\n".encode())
                answer = answers.readline()
                if answer != "OK\n":
                    raise RunFailure(f"mpd: {line}: {answer}")

    def _connected(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(self.path)
                return client
            except OSError:
                client.close()
                time.sleep(0.01)
        raise RunFailure("mpd does not start; `mpd --no-daemon` says why")
