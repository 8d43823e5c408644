#!/usr/bin/env python3
"""Plays a file and prints the daemon's events, in the JSON dialect:

    Examples/clients/seqd_client.py song.mid
"""
import json
import os
import socket
import sys

if len(sys.argv) != 2:
    print(f"usage: {sys.argv[0]} FILE", file=sys.stderr)
    sys.exit(64)
folder = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
path = os.environ.get("SEQD_SOCKET") or folder + "/seqd/control.sock"
daemon = socket.socket(socket.AF_UNIX)
try:
    daemon.connect(path)
except OSError as error:
    print(f"no daemon at {path}: {error.strerror} (seqd daemon starts one)", file=sys.stderr)
    sys.exit(69)
lines = daemon.makefile("r", encoding="utf-8", newline="\n")


def call(number, method, **params):
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    daemon.sendall(json.dumps(request).encode() + b"\n")
    for line in lines:
        answer = json.loads(line)
        if answer.get("id") == number:
            return answer
        show(answer)
    sys.exit("the daemon was shut down")


def show(event):
    print(event["params"]["type"], event["params"], flush=True)


call(1, "subscribe", types=["transport", "bar", "lyric"])
answer = call(2, "play", path=os.path.abspath(sys.argv[1]))
if "error" in answer:
    sys.exit(answer["error"]["message"])
try:
    for line in lines:
        event = json.loads(line)
        show(event)
        if event["params"].get("change") == "ended":
            break
except KeyboardInterrupt:
    sys.exit(130)
