"""Who gets in, with what rights, and what attackers get."""

import json
import os
import signal
import socket
import struct
import subprocess
import time

from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from place import eventually, free_port


def raw(port, data, seconds=5, host="127.0.0.1"):
    """Sends bytes, and returns the answer up to its end."""
    with socket.create_connection((host, port), timeout=seconds) as connection:
        if data:
            connection.sendall(data)
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer += piece
        except (TimeoutError, ConnectionError):
            pass
        return answer


def get(port, path="/", host=None, **headers):
    """The status of a request."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    answer = raw(port, ("\r\n".join(lines) + "\r\n\r\n").encode())
    return int(answer.split()[1]), answer.decode(errors="replace")


def socket_to(port, token=None, origin=None, **options):
    """A WebSocket as a browser opens it."""
    headers = {"Cookie": f"seqd-{port}={token}"} if token else {}
    return connect(
        f"ws://127.0.0.1:{port}/socket", origin=origin or f"http://127.0.0.1:{port}",
        additional_headers=headers, open_timeout=10, compression=None, max_size=None, **options,
    )


def ask(connection, method, **params):
    """Asks through a WebSocket; events before the answer are passed over."""
    connection.send(json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}))
    while True:
        for line in connection.recv(timeout=10).split("\n"):
            message = json.loads(line)
            if message.get("id") == 7:
                return message


def as_other_user(*command):
    """Runs a program as a user who owns nothing here."""
    return subprocess.run(command, user=65534, group=65534, extra_groups=[], capture_output=True, text=True, timeout=20)


def own_address():
    """The address of this machine in its network; `None` without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def check_files_and_headers_are_those_of_the_page(place, browsers):
    status, answer = get(place.port)
    assert status == 200 and "Content-Security-Policy: default-src 'none'" in answer
    for header in ["X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin"]:
        assert header in answer, header
    for path in ["/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/nothing", "/index.html/"]:
        assert get(place.port, path)[0] == 404, path
    head = raw(place.port, b"HEAD /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200") and head.endswith(b"\r\n\r\n"), head[-100:]


def check_other_names_and_pages_of_other_servers_are_refused(place, browsers):
    port = place.port
    for host in ["evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"]:
        assert get(port, host=host)[0] == 421, host
    assert get(port, host=f"localhost:{port}")[0] == 200
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Version": "13"}
    assert get(port, "/socket", Origin="http://evil.example", **upgrade)[0] == 403
    assert get(port, "/socket", **upgrade)[0] == 403
    assert get(port, "/session", Sec_Fetch_Site="cross-site")[0] == 403
    # A page of another server, in a browser: its script reaches neither the socket nor an answer.
    with browsers.remote() as remote:
        remote.page.route("http://evil.example/", lambda route: route.fulfill(body="<!doctype html><title>x</title>", content_type="text/html"))
        remote.page.goto("http://evil.example/")
        result = remote.page.evaluate(
            """async (port) => {
            const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
            const opened = await new Promise((done) => { socket.onopen = () => done(true); socket.onerror = () => done(false); });
            let read = true;
            try { await (await fetch(`http://127.0.0.1:${port}/session`)).text(); } catch { read = false; }
            return [opened, read]; }""", port)
        assert result == [False, False], result
        remote.faults.clear()


def check_broken_and_endless_requests_are_answered_and_closed(place, browsers):
    port = place.port
    for data, status in [
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", 413),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000, 431),
        (b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"GET /socket HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 33\r\n\r\n" + b"a" * 33, 413),
    ]:
        answer = raw(port, data)
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), (data[:60], answer[:100])
    # A head that never ends costs ten seconds of a thread, and nobody else.
    slow = socket.create_connection(("127.0.0.1", port))
    slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
    start = time.monotonic()
    assert get(port)[0] == 200
    assert time.monotonic() - start < 2
    slow.settimeout(15)
    assert slow.recv(100).startswith(b"HTTP/1.1 408 ")
    slow.close()


def check_frames_that_are_too_large_or_wrong_end_their_connection_only(place, browsers):
    port = place.port
    other = socket_to(port)
    for data, code in [
        ("x" * 65537, 1009), (b"binary", 1003), ("x" * (8 << 20), 1009),
    ]:
        with socket_to(port) as connection:
            try:
                connection.send(data)
                connection.recv(timeout=10)
                raise AssertionError("not closed")
            except ConnectionClosed as closed:
                assert closed.rcvd is None or closed.rcvd.code == code, (code, closed)
    # A frame that promises more than there is memory.
    with socket_to(port) as connection:
        connection.socket.sendall(b"\x81\xff" + struct.pack(">Q", 1 << 62) + b"\0\0\0\0")
        try:
            connection.recv(timeout=10)
            raise AssertionError("not closed")
        except ConnectionClosed as closed:
            assert closed.rcvd.code == 1009, closed
    # One without a mask, which no browser sends.
    with socket_to(port) as connection:
        connection.socket.sendall(b"\x81\x02{}")
        try:
            connection.recv(timeout=10)
            raise AssertionError("not closed")
        except ConnectionClosed as closed:
            assert closed.rcvd.code == 1002, closed
    # The most that is allowed gets through, also in pieces.
    line = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"})
    line += " " * (65536 - len(line))
    for message in [line, [line[:100], line[100:40000], line[40000:]]]:
        other.send(message)
        assert json.loads(other.recv(timeout=10))["id"] == 7
    other.close()


def check_words_and_lines_in_lines_do_not_reach_the_daemon(place, browsers):
    with socket_to(place.port) as connection:
        for text in ["stop", '{"jsonrpc":"2.0","id":1,"method":"ping"}\nstop', "\0", "[", ""]:
            connection.send(text)
            assert json.loads(connection.recv(timeout=10))["error"]["code"] == -32700, text
        # JSON that the daemon would take for words, which have the role of its socket.
        for text in ['"stop"', '"quit"', "1", "true", "null", '"{"']:
            connection.send(text)
            assert json.loads(connection.recv(timeout=10))["error"]["code"] == -32600, text
        assert ask(connection, "no-such")["error"]["code"] == -32601
        assert ask(connection, "seek", position="nowhere")["error"]["code"] == -32602


def check_tokens_let_in_with_their_roles_and_no_further(place, browsers):
    singers = place.new_token("singers", "observer")
    conductor = place.new_token("conductor", "transport")
    try:
        listed = place.web("--tokens").stdout
        assert listed == "singers: observer\nconductor: transport\n", listed
        mode = os.stat(place.folder / "state/seqd/web-tokens.json").st_mode & 0o777
        assert mode == 0o600, oct(mode)
        with socket_to(place.port, singers) as connection:
            assert "result" in ask(connection, "status")
            for method in ["stop", "note", "quit", "load-font"]:
                assert ask(connection, method)["error"]["code"] == 77, method
            connection.send('"quit"')
            assert json.loads(connection.recv(timeout=10))["error"]["code"] == -32600
            assert "result" in ask(connection, "status")
            connection.send('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"stop"}]')
            answers = json.loads(connection.recv(timeout=10))
            assert [answer["error"]["code"] for answer in answers] == [77, 77], answers
        with socket_to(place.port, conductor) as connection:
            assert "result" in ask(connection, "gain", gain=-1)
            assert ask(connection, "quit")["error"]["code"] == 77
        assert place.daemon.poll() is None
    finally:
        place.web("--revoke", "singers")
        place.web("--revoke", "conductor")
    # Another token of the same name and role does not hold the connection of the first.
    former = place.new_token("singers", "observer")
    try:
        with socket_to(place.port, former) as connection:
            assert "result" in ask(connection, "ping")
            place.web("--revoke", "singers")
            place.new_token("singers", "observer")
            try:
                connection.recv(timeout=5)
                raise AssertionError("a message without a question")
            except ConnectionClosed:
                pass
    finally:
        place.web("--revoke", "singers")
    again = place.web("--revoke", "singers")
    assert again.returncode == 64 and "no such token" in again.stderr, again


def check_an_observer_sees_and_cannot_press(place, browsers):
    token = place.new_token("singers", "observer")
    try:
        place.load("walking-song")
        with browsers.remote() as remote:
            remote.open(f"{place.url}#{token}")
            expect(remote["connection"]).to_have_text("Connected: observer")
            # The token is not in the address any more, and the script cannot read the cookie.
            assert remote.page.url == place.url, remote.page.url
            assert remote.page.evaluate("document.cookie") == ""
            cookie = remote.page.context.cookies()[0]
            assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
            for name in ["toggle", "stop", "gain", "loop-from", "queue-clear"]:
                expect(remote[name]).to_be_disabled()
            for tab in ["tracks", "mixer", "keys", "practice", "files", "lyrics", "queue"]:
                remote.tab(tab)
                enabled = remote[f"view-{tab}"].locator("[data-role=transport]:enabled, [data-role=admin]:enabled")
                assert enabled.count() == 0, (tab, enabled.first.inner_text())
            place.ask("seek", position="3:1")
            expect(remote["position"]).to_have_text("3:1")
    finally:
        place.web("--revoke", "singers")


def check_a_link_that_is_opened_in_the_page_lets_in_and_leaves_the_address(place, browsers):
    token = place.new_token("singers", "observer")
    try:
        with browsers.remote() as remote:
            remote.open(place.url)
            expect(remote["connection"]).to_have_text("Connected: admin")
            for wrong in ["0" * 32, token[:20]]:
                remote.page.evaluate("(token) => { location.hash = token; }", wrong)
                eventually(lambda: remote.page.evaluate("location.href") == place.url, what="no secret in the address")
            expect(remote["messages"]).to_contain_text("this token is not valid")
            expect(remote["connection"]).to_have_text("Connected: admin")
            remote.page.evaluate("(token) => { location.hash = token; }", token)
            expect(remote["connection"]).to_have_text("Connected: observer")
            assert remote.page.evaluate("location.href") == place.url
            # The connection with the former rights is gone.
            expect(remote["toggle"]).to_be_disabled()
            place.ask("gain", gain=-7)
            expect(remote["gain-value"]).to_have_text("-7 dB")
    finally:
        place.web("--revoke", "singers")


def check_other_users_of_the_machine_need_a_token(place, browsers):
    if os.getuid() != 0:
        return "only root can try it"
    fetch = (
        "import socket,sys; s=socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
        "s.sendall(b'GET /session HTTP/1.1\\r\\nHost: localhost\\r\\n'+sys.argv[2].encode()+b'\\r\\n'); print(s.recv(100).split()[1].decode())"
    )
    assert as_other_user("/usr/bin/python3", "-c", fetch, str(place.port), "").stdout == "401\n"
    # Closed at once, the socket is one of root in the kernel's table.
    leave = (
        "import socket,sys\n"
        "line=b'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"gain\",\"params\":{\"gain\":-33}}'\n"
        "for _ in range(50):\n"
        "    s=socket.create_connection(('127.0.0.1', int(sys.argv[1])))\n"
        "    s.sendall(b'GET /socket HTTP/1.1\\r\\nHost: localhost\\r\\nOrigin: http://localhost\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n'\n"
        "        b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n\\x81'+bytes([0x80+len(line),0,0,0,0])+line)\n"
        "    s.close()\n"
    )
    left = as_other_user("/usr/bin/python3", "-c", leave, str(place.port))
    assert left.returncode == 0, left
    time.sleep(1)
    assert place.ask("status")["gain"] == 0, "a request of another user was done"
    token = place.new_token("other", "observer")
    try:
        cookie = f"Cookie: seqd-{place.port}={token}\r\n"
        assert as_other_user("/usr/bin/python3", "-c", fetch, str(place.port), cookie).stdout == "200\n"
    finally:
        place.web("--revoke", "other")
    return None


def check_a_wrong_token_is_refused_and_guessing_is_slow(place, browsers):
    if os.getuid() != 0:
        return "only root can try it"
    # As a browser of another user: one of this user would be let in anyway.
    guess = (
        "import socket,sys\n"
        "for number in range(14):\n"
        "    s=socket.create_connection(('127.0.0.1', int(sys.argv[1])))\n"
        "    s.sendall(b'POST /login HTTP/1.1\\r\\nHost: localhost\\r\\nOrigin: http://localhost\\r\\nContent-Length: 32\\r\\n\\r\\n'+b'%032x' % number)\n"
        "    print(s.recv(100).split()[1].decode())\n"
    )
    codes = as_other_user("/usr/bin/python3", "-c", guess, str(place.port)).stdout.split()
    assert codes[0] == "401" and "429" in codes and "200" not in codes, codes
    time.sleep(1.5)
    return None


def check_another_address_needs_a_token_and_makes_the_first(place, browsers):
    address = own_address()
    if address is None:
        return "no address but 127.0.0.1 here"
    port = free_port()
    process = place.start_web("--listen", f"{address}:{port}")
    try:
        listed = place.web("--tokens").stdout
        assert listed == "remote: transport\n", listed
        log = (place.folder / f"web-{len(place.webs) - 1}.log").read_text()
        assert "--show-token remote" in log and "#" not in log, log
        shown = place.web("--show-token", "remote", "--listen", f"{address}:{port}").stdout
        link = next(word for word in shown.split() if word.startswith("http://"))
        assert link.startswith(f"http://{address}:{port}/#"), link
        assert raw(port, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", host=address).startswith(b"HTTP/1.1 421 ")
        with browsers.remote() as remote:
            remote.open(link)
            expect(remote["connection"]).to_have_text("Connected: transport")
            # It is remembered.
            remote.page.goto(f"http://{address}:{port}/")
            remote.connected()
            # Revoked: out at once, and asked for another token.
            place.web("--revoke", "remote")
            expect(remote["login"]).to_be_visible()
            expect(remote["connection"]).to_have_text("Token needed")
            remote["token"].fill("0" * 32)
            remote["login-form"].get_by_role("button").click()
            expect(remote["login-message"]).to_have_text("this token is not valid")
            remote["token"].fill(place.new_token("other", "observer"))
            remote["login-form"].get_by_role("button").click()
            expect(remote["connection"]).to_have_text("Connected: observer")
    finally:
        place.web("--revoke", "other")
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        place.web("--revoke", "remote")
    return None


def check_the_qr_code_is_read_by_another_program(place, browsers):
    made = place.web("--new-token", "code", "--observer")
    place.web("--revoke", "code")
    link = next(word for word in made.stdout.split() if word.startswith("http://"))
    lines = [line for line in made.stdout.split("\n") if line and set(line) <= set("█▀▄ ")]
    rows = []
    for line in lines:
        rows.append([character in "█▀" for character in line])
        rows.append([character in "█▄" for character in line])
    scale = 6
    width, height = len(rows[0]) * scale, len(rows) * scale
    picture = place.folder / "code.pgm"
    pixels = b"".join(bytes(255 if light else 0 for light in row for _ in range(scale)) * scale for row in rows)
    picture.write_bytes(b"P5 %d %d 255\n" % (width, height) + pixels)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, timeout=20)
    assert read.stdout.strip() == link, (read, link)


def check_options_that_make_no_sense_are_refused(place, browsers):
    for arguments, status, text in [
        (["--listen", "example.org"], 64, "not an address"), (["--listen", "127.0.0.1:0"], 64, "port"),
        (["--listen", "192.0.2.77:8310"], 73, "192.0.2.77:8310"), (["--allow-path", "/no/such"], 66, "/no/such"),
        (["--listen", f"127.0.0.1:{place.port}"], 75, "another program listens there"),
        (["--host", "a b"], 64, "not a host name"), (["--show-token", "none"], 64, "no such token"),
    ]:
        done = place.web(*arguments)
        assert done.returncode == status and text in done.stderr, (arguments, done)
    place.web("--revoke", "remote")


def check_a_server_that_was_killed_starts_again(place, browsers):
    port = free_port()
    process = place.start_web("--listen", f"127.0.0.1:{port}")
    process.kill()
    process.wait()
    process = place.start_web("--listen", f"127.0.0.1:{port}")
    assert get(port)[0] == 200
    with socket_to(port) as connection:
        assert "result" in ask(connection, "ping")
    process.terminate()
    eventually(lambda: process.poll() is not None, what="its end")
    assert process.returncode == 0
