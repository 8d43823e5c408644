import ControlProtocol
import Foundation
import Glibc
import SeqdClient
import TestSupport
import Testing

@Suite("The daemon's socket", .serialized)
struct DaemonSocketTests {
    @Test("stands in a folder of the daemon's name, both for the user alone, and goes with it")
    func folder() async throws {
        let place = try DaemonRun.place()
        let process = try place.start(
            "daemon",
            "--null",
            "--connect",
            "none",
            "--name",
            "box",
            environment: ["XDG_RUNTIME_DIR": place.folder.path]
        )
        let folder = place.folder.path("box")
        try await DaemonRun.waitForAnswer(folder + "/control.sock", process)
        #expect(mode(folder) == S_IFDIR | 0o700)
        #expect(mode(folder + "/control.sock") == S_IFSOCK | 0o600)
        process.send(signal: SIGTERM)
        #expect(await process.finished().status == .exited(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("is refused a folder that others may enter, and a file's place")
    func unsafeFolder() async throws {
        let place = try DaemonRun.place()
        mkdir(place.folder.path("seqd"), 0o755)
        chmod(place.folder.path("seqd"), 0o755)
        let open = try await place.run(
            ["daemon", "--null"],
            environment: ["XDG_RUNTIME_DIR": place.folder.path]
        )
        #expect(open.status == .exited(77), "\(open)")
        let file = try await place.run(["daemon", "--null", "--socket", "song.mid"])
        #expect(file.status == .exited(73), "\(file)")
        #expect(try place.folder.names() == ["other.mid", "seqd", "song.mid"])
    }

    @Test("refuses clients, and says so, when there is no descriptor left")
    func exhausted() async throws {
        let place = try DaemonRun.place()
        let process = try RunningCommand(
            "/bin/bash",
            [
                "-c",
                "files=(/proc/self/fd/*); ulimit -n $((${#files[@]} + 22)); exec \"$0\" daemon --null --no-state --connect none --log-level debug "
                    + "--sf2 \"$1\" --socket s",
                builtProduct("seqd"), place.font,
            ],
            directory: place.folder.path,
            timeout: .seconds(60)
        )
        let socket = place.folder.path("s")
        try await DaemonRun.waitForAnswer(socket, process)
        // The daemon's own limit may be lower than the system's here; both are 75.
        var clients: [DaemonConnection] = []
        var refusal: RequestError?
        while refusal == nil, clients.count < 26 {
            do throws(RequestError) {
                let client = try DaemonConnection(socket: socket, timeout: .seconds(20))
                _ = try client.ask(Command.Ping())
                clients.append(client)
            } catch {
                refusal = error
            }
        }
        #expect(refusal?.code == .busy, "\(String(describing: refusal))")
        clients = []
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        // Structures are for developers.
        #expect(!run.errorText.contains("DaemonService"), "\(run)")
        #expect(!run.errorText.contains("SIGINT is ignored"), "\(run)")
    }

    @Test("says that it ignores SIGINT when a script starts it with &")
    func background() async throws {
        let place = try DaemonRun.place()
        let run = try await place.shell(
            "\"$seqd\" daemon --null --no-state --connect none --sf2 \"$font\" --socket s & "
                + "until \"$seqd\" ctl --socket s ping 2>/dev/null; do sleep 0.05; done; "
                + "kill -INT $!; \"$seqd\" ctl --socket s ping && kill $! && wait $!"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("SIGINT is ignored"), "\(run)")
    }

    @Test("has a path that the system takes, or the daemon says what is wrong")
    func paths() async throws {
        let place = try DaemonRun.place()
        let long = String(repeating: "x", count: 200)
        let run = try await place.run(["daemon", "--null", "--socket", long])
        #expect(run.status == .exited(64) && run.errorText.contains("107"), "\(run)")
        let missing = try await place.run(["daemon", "--null", "--socket", "no/such/folder"])
        #expect(missing.status == .exited(73), "\(missing)")
        #expect(missing.errorText.contains("no/such/folder"), "\(missing)")
    }

    @Test("is not taken from a daemon that lives, however many try at once")
    func live() async throws {
        let daemon = try await DaemonRun()
        await withTaskGroup(of: CommandRun?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try? await daemon.place.run(["daemon", "--null", "--socket", daemon.socket])
                }
            }
            for await run in group {
                #expect(run?.status == .exited(75), "\(String(describing: run))")
                let expected = "already running (pid \(daemon.process.processID), socket "
                #expect(run?.errorText.contains(expected) ?? false)
            }
        }
        #expect(try await daemon.client().ask("ping") == ["OK"])
    }

    @Test("goes to one of several that start at the same time")
    func race() async throws {
        let place = try DaemonRun.place()
        let processes = try (0..<4).map { _ in
            try place.start("daemon", "--null", "--connect", "none", "--socket", "s")
        }
        while processes.filter(\.isFinished).count < 3 {
            try await Task.sleep(for: .milliseconds(10))
        }
        for process in processes where process.isFinished {
            #expect(await process.finished().status == .exited(75))
        }
        let winner = try #require(processes.first { !$0.isFinished })
        try await DaemonRun.waitForAnswer(place.folder.path("s"), winner)
        winner.send(signal: SIGTERM)
        #expect(await winner.finished().status == .exited(0))
        #expect(try place.folder.names() == ["other.mid", "song.mid"])
    }

    @Test("that a killed daemon left is replaced")
    func stale() async throws {
        let first = try await DaemonRun()
        first.process.send(signal: SIGKILL)
        #expect(await first.process.finished().status == .signalled(SIGKILL))
        #expect(mode(first.socket) == S_IFSOCK | 0o600)
        let second = try await DaemonRun(in: first.place)
        #expect(await second.end().status == .exited(0))
        #expect(try first.place.folder.names() == ["other.mid", "song.mid"])
    }

    @Test("is left alone at the end when it is another's by then")
    func replaced() async throws {
        let daemon = try await DaemonRun()
        unlink(daemon.socket)
        try daemon.place.folder.write("another's", to: "s")
        #expect(await daemon.end().status == .exited(0))
        #expect(try daemon.place.folder.read("s") == Array("another's".utf8))
    }

    @Test("refuses another user with 77", .enabled(if: getuid() == 0, "only root can be another"))
    func otherUser() async throws {
        let daemon = try await DaemonRun()
        chmod(daemon.place.folder.path, 0o755)
        chmod(daemon.socket, 0o666)
        let run = try await daemon.place.shell(
            "cp \"$seqd\" ctl && chmod 755 ctl && "
                + "setpriv --reuid 65534 --clear-groups ./ctl ctl --socket \(daemon.socket) ping"
        )
        #expect(run.status == .exited(77), "\(run)")
        #expect(run.errorText.contains("another user"), "\(run)")
        #expect(try await daemon.client().ask("ping") == ["OK"])
    }

    @Test("serves hundreds of clients that come and go as they like")
    func crowd() async throws {
        let daemon = try await DaemonRun()
        for _ in 0..<5 {
            let clients = try (0..<200).map { _ in try daemon.client() }
            for client in clients { try await client.send("status") }
            // A third goes without its answer.
            for (index, client) in clients.enumerated() where index % 3 != 0 {
                #expect(try await client.answer().last == "OK")
            }
        }
        let client = try daemon.client()
        for _ in 0..<500 {
            if try await client.ask("status").contains("clients: 1") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("clients that have gone are still counted")
    }

    @Test("goes on when a client leaves in the midst of what it wanted to know")
    func leaving() async throws {
        let daemon = try await DaemonRun()
        // More than one turn answers, and of the first nothing is sent: that it has gone shows only
        // when its end has been read.
        let silent = String(repeating: #"{"jsonrpc":"2.0","method":"ping"}"# + "\n", count: 40)
        let requests = Array((silent + "ping\nping\n").utf8)
        for _ in 0..<100 {
            #expect(try daemon.client().sendWithoutWaiting(requests) == requests.count)
        }
        #expect(try await daemon.client().ask("ping") == ["OK"])
    }

    @Test("keeps the order of answers to a client that reads none until the socket is full")
    func fullSocket() async throws {
        let daemon = try await DaemonRun()
        let (client, other) = (try daemon.client(), try daemon.client())
        let count = 400
        let requests = (0..<count).map { id in
            #"{"jsonrpc":"2.0","id":\#(id),"method":"help"}"# + "\n"
        }
        let bytes = Array(requests.joined().utf8)
        #expect(client.sendWithoutWaiting(bytes) == bytes.count)
        // Each of these takes a turn of the daemon, and some turns fill a socket.
        for _ in 0..<100 { #expect(try await other.ask("ping") == ["OK"]) }
        for id in 0..<count {
            let answer = try #require(try await client.line())
            #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":"#), "\(id)")
            #expect(answer.hasSuffix("}"))
        }
        #expect(try await client.ask("ping") == ["OK"])
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }
}
