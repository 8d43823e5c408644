"""An MPD of our own, which plays silence, beside which the daemon is measured."""

import os
import wave

from comparison.process import RunFailure
from load.server import Server

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


class MPD(Server):
    """A process with a configuration of its own in a folder."""

    def __init__(self, folder):
        self.music = os.path.join(folder, "silence.wav")
        configuration = os.path.join(folder, "mpd.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=folder))
        with wave.open(self.music, "wb") as file:
            file.setparams((2, 2, 48_000, 0, "NONE", ""))
            file.writeframes(bytes(4 * 48_000 * 10))
        super().__init__(["mpd", "--no-daemon", configuration], os.path.join(folder, "mpd"))

    def begin(self):
        with self.connected() as client, client.makefile("r", encoding="utf-8") as answers:
            answers.readline()
            for line in (f'add "{self.music}"', "repeat 1", "play"):
                client.sendall(f"{line}\n".encode())
                answer = answers.readline()
                if answer != "OK\n":
                    raise RunFailure(f"mpd: {line}: {answer}")

    def failure(self):
        return "mpd does not start; `mpd --no-daemon` says why"
