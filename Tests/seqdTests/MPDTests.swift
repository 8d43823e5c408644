import Foundation
import Glibc
import TestSupport
import Testing

private let mpc = "/usr/bin/mpc"

@Suite("seqd mpd")
struct MPDTests {
    @Test("lets clients fill the queue, play, seek, change settings and save playlists")
    func conversation() async throws {
        let run = try await MPDRun()
        let client = try await run.client()
        #expect(try await client.mpd("lsinfo").contains("file: other.mid"))
        #expect(try await client.mpd("add other.mid") == ["OK"])
        let id = try #require(try await client.mpd("addid song.mid 0", "Id"))
        let version = try #require(try await client.mpd("status", "playlist"))
        #expect(
            try await client.mpd("playlistinfo").filter { $0.hasPrefix("file:") }
                == ["file: song.mid", "file: other.mid"]
        )
        #expect(try await client.mpd("moveid \(id) 1") == ["OK"])
        #expect(try await client.mpd("status", "playlist") != version)
        #expect(
            try await client.mpd("plchangesposid \(version)").filter { $0.hasPrefix("cpos") }
                == ["cpos: 0", "cpos: 1"]
        )

        #expect(try await client.mpd("playid \(id)") == ["OK"])
        #expect(try await client.mpd("seekcur 600.5") == ["OK"])
        #expect(try await client.mpd("pause 1") == ["OK"])
        let status = try await client.mpd("status")
        for line in ["state: pause", "song: 1", "songid: \(id)", "audio: 48000:f:2"] {
            #expect(status.contains(line), "\(status)")
        }
        #expect(status.contains { $0.hasPrefix("elapsed: 60") }, "\(status)")
        #expect(try await client.mpd("currentsong", "file") == "song.mid")
        #expect(try await client.mpd("stop") == ["OK"])
        #expect(try await client.mpd("next") == ["ACK [55@0] {next} Not playing"])

        #expect(try await client.mpd("setvol 40") == ["OK"])
        #expect(try await client.mpd("volume -10") == ["OK"])
        #expect(try await client.mpd("getvol") == ["volume: 30", "OK"])
        #expect(try await run.daemon.ctl("status").outputText.contains("gain: -42"))
        #expect(try await client.mpd("repeat 1") == ["OK"])
        #expect(try await client.mpd("status", "repeat") == "1")
        #expect(try await client.mpd("single oneshot").last?.hasPrefix("ACK [2@0]") == true)

        #expect(try await client.mpd("save set") == ["OK"])
        #expect(
            try await client.mpd("save set") == ["ACK [56@0] {save} Playlist already exists"]
        )
        #expect(try await client.mpd("clear") == ["OK"])
        #expect(try await client.mpd("status", "playlistlength") == "0")
        #expect(try await client.mpd("load set") == ["OK"])
        #expect(try await client.mpd("status", "playlistlength") == "2")
        #expect(try await client.mpd("listplaylists", "playlist") == "set")
        #expect(try await client.mpd("rm set") == ["OK"])
        #expect(try await client.mpd("load set") == ["ACK [50@0] {load} No such playlist"])

        try await client.send("command_list_ok_begin\nping\nadd nosuch.mid\nping")
        #expect(
            try await client.mpd("command_list_end").last?.hasPrefix("ACK [50@1] {add} ") == true
        )
        #expect(try await client.mpd("lsinfo ..") == ["ACK [2@0] {lsinfo} Malformed path"])
        #expect(try await client.mpd("lsinfo /etc").last?.hasPrefix("ACK [50@0]") == true)
        #expect(try await client.mpd("add /etc/hosts").last?.hasPrefix("ACK [") == true)
        #expect(try await client.mpd("find file other.mid", "file") == "other.mid")
    }

    @Test("tells clients that wait of the changes of others")
    func idle() async throws {
        let run = try await MPDRun()
        let waiting = try await run.client()
        try await waiting.send("idle mixer options playlist")
        let other = try run.daemon.client()
        #expect(try await other.ask("gain -6") == ["OK"])
        #expect(try await waiting.mpdAnswer() == ["changed: mixer", "OK"])
        try await waiting.send("idle playlist")
        #expect(try await other.ask("random on") == ["OK"])
        #expect(try await other.ask("enqueue \(run.daemon.song)").last == "OK")
        #expect(try await waiting.mpdAnswer() == ["changed: playlist", "OK"])
        #expect(try await waiting.mpd("idle options") == ["changed: options", "OK"])
        try await waiting.send("idle")
        #expect(try await waiting.mpd("noidle").last == "OK")
        #expect(try await waiting.mpd("update", "updating_db") == "1")
        try await waiting.send("idle database")
        #expect(try await waiting.mpdAnswer() == ["changed: database", "OK"])
    }

    @Test("says that the daemon is not there, and connects to the next one")
    func restart() async throws {
        let place = try DaemonRun.place()
        let first = try await DaemonRun("--no-state", in: place)
        let run = try await MPDRun(daemon: first)
        let client = try await run.client()
        #expect(try await client.mpd("add other.mid") == ["OK"])
        let version = Int(try await client.mpd("status", "playlist") ?? "") ?? 0
        try await client.send("idle player")
        _ = await first.end()
        #expect(try await client.mpdAnswer() == ["changed: player", "OK"])
        #expect(
            try await client.mpd("status").last?.hasPrefix("ACK [52@0] {status} no daemon") == true
        )
        #expect(try await client.mpd("ping") == ["OK"])
        #expect(try await client.mpd("lsinfo").contains("file: other.mid"))
        let second = try await DaemonRun("--no-state", in: place)
        #expect(try await client.mpd("status", "playlistlength") == "0")
        #expect(Int(try await client.mpd("status", "playlist") ?? "") ?? 0 > version)
        #expect(try await client.mpd("add song.mid") == ["OK"])
        #expect(try await second.ctl("queue").outputText.contains("song.mid"))
    }

    @Test("ends by SIGTERM, removes its socket, and is refused beside another")
    func life() async throws {
        let run = try await MPDRun()
        let second = try await seqd(
            ["mpd", "--socket", run.daemon.socket, "--listen", run.socket]
        )
        #expect(second.status == .exited(75), "\(second)")
        #expect(second.errorText.contains("already running (pid \(run.process.processID)"))
        run.process.send(signal: SIGTERM)
        let end = await run.process.finished()
        #expect(end.status == .exited(0) && end.errorOutput.isEmpty, "\(end)")
        #expect(try !run.daemon.place.folder.names().contains { $0.hasPrefix("mpd") })
    }

    @Test("listens at a port of this machine only")
    func loopback() async throws {
        let refused = try await seqd(["mpd", "--listen", "0.0.0.0:6600"])
        #expect(refused.status == .exited(64), "\(refused)")
        #expect(refused.errorText.contains("not an address of this machine alone"))
        let port = try Self.freePort()
        let run = try await MPDRun(["--listen", "127.0.0.1:\(port)"])
        var text = ""
        for _ in 0..<2_000 where text.isEmpty {
            guard !run.process.isFinished else { break }
            let line = "exec 3<>/dev/tcp/127.0.0.1/\(port) && read -r -t 20 x <&3 && echo \"$x\""
            text = try await CommandRun.run("/bin/bash", ["-c", line]).outputText
        }
        #expect(text == "OK MPD 0.23.5\n", "\(run.process.errorText)")
        let second = try await seqd(
            ["mpd", "--socket", run.daemon.socket, "--listen", "127.0.0.1:\(port)"]
        )
        #expect(second.status == .exited(75), "\(second)")
    }

    @Test("needs a daemon")
    func noDaemon() async throws {
        let folder = try TemporaryDirectory()
        let run = try await seqd(["mpd", "--socket", folder.path("none")])
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: no daemon at "), "\(run)")
    }

    @Test(
        "plays what mpc asks for",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: mpc),
            "mpc is missing (package mpc)"
        )
    )
    func client() async throws {
        let run = try await MPDRun()
        func ask(_ arguments: String...) async throws -> String {
            let result = try await CommandRun.run(
                mpc,
                ["-h", run.socket] + arguments,
                environment: ["LC_ALL": "C.UTF-8"]
            )
            #expect(result.status == .exited(0), "\(result)")
            return result.outputText
        }
        #expect(try await ask("ls").split(separator: "\n") == ["other.mid", "song.mid"])
        _ = try await ask("add", "song.mid")
        #expect(try await ask("-f", "%file%", "play").contains("[playing] #1/1"))
        #expect(try await ask("volume", "70").contains("volume: 70%"))
        _ = try await ask("seek", "+10")
        #expect(try await ask("pause").contains("[paused]"))
        #expect(try await ask("-f", "%file%", "playlist") == "song.mid\n")
        _ = try await ask("clear")
        #expect(try await run.daemon.ctl("queue").outputText.isEmpty == false)
        #expect(try await ask("playlist").isEmpty)
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard status == 0 else { throw TestSupportError("no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }
}
