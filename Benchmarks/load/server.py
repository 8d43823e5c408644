"""A server process at a Unix socket, which ends with the `with` block."""

import signal
import socket
import subprocess
import time

from comparison.process import RunFailure


class Server:
    """A process of our own; subclasses start it and say why it does not answer."""

    def __init__(self, command, path, stderr=subprocess.DEVNULL, variables=None):
        self.path = path
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=stderr, env=variables
        )

    def __enter__(self):
        try:
            self.begin()
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

    def begin(self):
        """Connects, and prepares what is measured. Raises RunFailure."""
        raise NotImplementedError

    def failure(self):
        """Why there is no server, in words."""
        raise NotImplementedError

    def connected(self):
        """A client, as soon as the server listens. Raises RunFailure."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(self.path)
                return client
            except OSError:
                client.close()
                time.sleep(0.01)
        raise RunFailure(self.failure())
