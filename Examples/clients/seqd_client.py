#!/usr/bin/env python3
"""Plays a file and prints what happens, in the JSON dialect:

    Examples/clients/seqd_client.py /absolute/path/song.mid
"""
import json
import os
import socket
import sys

path = os.environ.get("SEQD_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/seqd/control.sock"
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(path)
lines = daemon.makefile("r", encoding="utf-8", newline="\n")


def call(number, method, **params):
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    daemon.sendall(json.dumps(request).encode() + b"\n")
    for line in lines:
        answer = json.loads(line)
        if answer.get("id") == number:
            return answer
        show(answer)
    sys.exit("the daemon has ended")


def show(event):
    print(event["params"]["type"], event["params"])


call(1, "subscribe", types=["transport", "bar", "lyric"])
answer = call(2, "play", path=os.path.abspath(sys.argv[1]))
if "error" in answer:
    sys.exit(answer["error"]["message"])
for line in lines:
    event = json.loads(line)
    show(event)
    if event["params"].get("change") == "ended":
        break
