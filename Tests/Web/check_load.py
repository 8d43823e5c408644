"""Many browsers, slow ones, and what a browser costs."""

import json
import socket
import struct
import threading
import time

from websockets.sync.client import connect

from check_safety import ask, get, socket_to
from place import eventually


def seconds_used(process):
    """The CPU time of a process."""
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(process):
    """The memory of a process in MB."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    return 0


def check_two_hundred_browsers_follow_and_none_is_late(place, browsers):
    place.load("band")
    place.ask("continue")
    before = memory(place.webs[0])
    connections = [socket_to(place.port) for _ in range(200)]
    try:
        for connection in connections:
            assert "result" in ask(connection, "subscribe", types=["transport", "position", "setting", "levels"], position=20, levels=10)
        start, used, daemon_used = time.monotonic(), seconds_used(place.webs[0]), seconds_used(place.daemon)
        counts = [0] * len(connections)
        seen = [None] * len(connections)
        stop = threading.Event()

        def follow(index):
            while not stop.is_set():
                try:
                    text = connections[index].recv(timeout=1)
                except TimeoutError:
                    continue
                counts[index] += text.count("\n") + 1
                if seen[index] is None and '"new":-7' in text:
                    seen[index] = time.monotonic()

        threads = [threading.Thread(target=follow, args=(index,)) for index in range(len(connections))]
        for thread in threads:
            thread.start()
        time.sleep(4)
        changed = time.monotonic()
        place.ask("gain", gain=-7)
        time.sleep(3)
        passed = time.monotonic() - start
        share = (seconds_used(place.webs[0]) - used) / passed
        daemon_share = (seconds_used(place.daemon) - daemon_used) / passed
        stop.set()
        for thread in threads:
            thread.join()
        assert min(counts) > 50, min(counts)
        assert None not in seen, seen.count(None)
        delays = sorted(at - changed for at in seen)
        xruns = place.ask("status")["xruns"]
        assert xruns == 0, xruns
        note = (
            f"{sum(counts) / passed:.0f} events a second, seqd web {share:.0%} and the daemon {daemon_share:.0%} of a core, "
            f"{memory(place.webs[0]) - before:.0f} MB more, the change seen after {delays[100] * 1000:.0f} ms (median)"
        )
    finally:
        for connection in connections:
            connection.close()
    # All are gone, and nothing of them is left.
    eventually(lambda: place.ask("status")["clients"] <= 2, what="the end of the connections")
    eventually(lambda: len(list_descriptors(place.webs[0])) < 40, what="the end of the descriptors")
    return note


def list_descriptors(process):
    """The open descriptors of a process."""
    import os
    return os.listdir(f"/proc/{process.pid}/fd")


def check_a_browser_that_reads_nothing_costs_the_others_nothing(place, browsers):
    place.load("band")
    place.ask("continue")
    before = memory(place.webs[0])
    slow = []
    for _ in range(10):
        connection = socket_to(place.port)
        ask(connection, "subscribe", types="all", position=100, levels=50)
        # Nothing reads from it any more; its buffers are small.
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.append(connection)
    with socket_to(place.port) as other:
        late = []
        for _ in range(40):
            start = time.monotonic()
            assert "result" in ask(other, "ping")
            late.append(time.monotonic() - start)
            time.sleep(0.1)
    assert sorted(late)[20] < 0.1, sorted(late)
    grown = memory(place.webs[0]) - before
    assert grown < 60, grown
    for connection in slow:
        connection.socket.close()
    eventually(lambda: place.ask("status")["clients"] <= 2, 30, what="the end of the slow ones")
    return f"{grown:.0f} MB for ten of them"


def check_a_browser_that_takes_no_answer_is_closed_within_a_minute(place, browsers):
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}).encode()
    head = [
        "GET /socket HTTP/1.1", f"Host: 127.0.0.1:{place.port}", f"Origin: http://127.0.0.1:{place.port}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    before = memory(place.webs[0])
    with socket.create_connection(("127.0.0.1", place.port)) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        # Ten times what the buffers of the kernel hold.
        for _ in range(100):
            deaf.sendall(bytes([0x81, 0x80 | len(request), 0, 0, 0, 0]) + request)
        eventually(lambda: place.ask("status")["clients"] == 2, what="its connection")
        start = time.monotonic()
        eventually(lambda: place.ask("status")["clients"] == 1, 60, what="its end")
        grown = memory(place.webs[0]) - before
        assert grown < 20, grown
        return f"after {time.monotonic() - start:.0f} s, {grown:.0f} MB more meanwhile"


def check_requests_beyond_the_rate_wait_and_are_all_answered(place, browsers):
    with socket_to(place.port) as connection:
        start = time.monotonic()
        count = 1200

        def send():
            for number in range(count):
                connection.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": "ping"}))

        sender = threading.Thread(target=send)
        sender.start()
        answers = 0
        while answers < count:
            answers += connection.recv(timeout=20).count("\n") + 1
        sender.join()
        passed = time.monotonic() - start
    # 600 at once, then 300 a second.
    assert 1.5 < passed < 15, passed
    # In batches they are no fewer.
    with socket_to(place.port) as connection:
        start = time.monotonic()
        for first in range(0, count, 100):
            connection.send(json.dumps([{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in range(first, first + 100)]))
        answers = 0
        while answers < count:
            answers += sum(len(json.loads(line)) for line in connection.recv(timeout=20).split("\n"))
        in_batches = time.monotonic() - start
    assert 1.5 < in_batches < 15, in_batches
    return f"{count} requests in {passed:.1f} s, in batches in {in_batches:.1f} s"


def large_file(path):
    """Writes a MIDI file whose description is larger than what sockets hold."""
    track = b"".join(
        bytes([10, 0x90, 60 + number % 12, 80, 10, 0x80, 60 + number % 12, 0]) for number in range(200_000)
    ) + b"\0\xff\x2f\0"
    path.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(track)) + track)


def check_large_answers_that_nobody_takes_are_few_and_end(place, browsers):
    path = place.music / "large.mid"
    large_file(path)
    target = f"/piece?path={path}"
    status, answer = get(place.port, target)
    assert status == 200 and len(answer) > 4 << 20, (status, len(answer))
    slow = []
    try:
        before = memory(place.webs[0])
        for _ in range(8):
            connection = socket.socket()
            slow.append(connection)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", place.port))
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert connection.recv(12) == b"HTTP/1.1 200"
        status, answer = get(place.port, target)
        assert status == 503 and "Retry-After: 1\r\n" in answer, answer[:500]
        # A small one needs no place, and the large ones share their bytes.
        assert get(place.port, f"/piece?path={place.song()}")[0] == 200
        grown = memory(place.webs[0]) - before
        assert grown < 12, grown
        # Those that take nothing are closed, and their places free.
        eventually(lambda: get(place.port, target)[0] == 200, 40, "a free place")
        return f"eight of them take {grown:.1f} MB"
    finally:
        for connection in slow:
            connection.close()
        path.unlink()


def check_connections_that_say_nothing_make_room_for_others(place, browsers):
    idle = []
    try:
        for _ in range(1100):
            idle.append(socket.create_connection(("127.0.0.1", place.port)))
        # The oldest have ended, and who has something to say is served at once.
        for connection in idle[:20]:
            connection.settimeout(5)
            try:
                assert connection.recv(100) == b""
            except ConnectionError:
                pass
        began = time.monotonic()
        assert get(place.port)[0] == 200
        return f"served after {(time.monotonic() - began) * 1000:.0f} ms"
    finally:
        for connection in idle:
            connection.close()


def check_thirty_meters_take_less_than_a_tenth_of_a_core(place, browsers):
    with browsers.remote() as remote:
        remote.open(place.url)
        # Thirty strips with levels that change, thirty times a second, as the daemon sends them.
        remote.tab("mixer")
        remote.page.evaluate("""async () => {
            const { Model } = await import('/model.js');
            const { MixerView } = await import('/mixer.js');
            const names = [...Array(30).keys()].map((index) => `strip ${index}`);
            const client = new EventTarget();
            Object.assign(client, { isOpen: true, ask: () => Promise.resolve({}) });
            document.getElementById('view-mixer').replaceChildren();
            const model = new Model(client);
            model.role = 'admin';
            const view = new MixerView(model);
            model.strips = names.map((name) => ({ name, gain: 0, pan: 0, reverb: 0, chorus: 0, mute: false, solo: false, inserts: 'none' }));
            view.show(true);
            model.dispatchEvent(new CustomEvent('strips'));
            let tick = 0;
            window.meters = setInterval(() => {
                tick += 1;
                for (const [index, strip] of [undefined, ...names].entries()) {
                    const level = -30 + 25 * Math.sin(tick / 5 + index);
                    client.dispatchEvent(new CustomEvent('event', { detail: JSON.parse(JSON.stringify({ type: 'levels', seq: tick, strip, peakLeft: level, peakRight: level - 2, rmsLeft: level - 8, rmsRight: level - 9, heldPeakLeft: level + 3, heldPeakRight: level + 2 })) }));
                }
            }, 1000 / 30);
        }""")
        assert remote.page.locator("canvas.meter").count() >= 30
        session = remote.page.context.new_cdp_session(remote.page)
        session.send("Performance.enable")

        def measure():
            metrics = {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}
            return metrics["TaskDuration"]

        remote.page.wait_for_timeout(1000)
        start, used = time.monotonic(), measure()
        remote.page.wait_for_timeout(5000)
        share = (measure() - used) / (time.monotonic() - start)
        remote.page.evaluate("clearInterval(window.meters)")
        assert share < 0.1, share
    return f"{share:.1%} of a core in the page"
