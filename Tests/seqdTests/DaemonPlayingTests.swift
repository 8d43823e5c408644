import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that come at awkward moments.
@Suite("Playing from the socket")
struct DaemonPlayingTests {
    /// What `status` says for a key.
    private func status(_ client: some DaemonClient, _ key: String) async throws -> String? {
        try await client.ask("status").first { $0.hasPrefix("\(key): ") }
            .map { String($0.dropFirst(key.count + 2)) }
    }

    /// Waits until `status` says something for a key.
    private func wait(_ client: some DaemonClient, _ key: String, _ value: String) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await status(client, key) != value {
            guard ContinuousClock.now < end else {
                let status = try await client.ask("status").joined(separator: "; ")
                throw TestSupportError("\(key) is not \(value): \(status)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("stays possible after a waiting file was withdrawn many times")
    func takenBack() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let other = daemon.place.folder.path("other.mid")
        // More often than samplers have room.
        for round in 0..<90 {
            #expect(try await client.ask("play \(daemon.song)") == ["OK"], "round \(round)")
            #expect(try await client.ask("enqueue \(other)").last == "OK")
            #expect(try await client.ask("speed \(round % 2 == 0 ? "1" : "1.5")") == ["OK"])
            #expect(try await client.ask("clear") == ["OK"])
        }
    }

    @Test("begins at a position, or waits there, and a wrong position changes nothing")
    func startPositions() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.marker(at: 7_680, "Solo")
            $0.note(at: 0, length: 19_200, channel: 0, key: 69)
        }
        let file = daemon.place.folder.path("marked.mid")
        try daemon.place.folder.write(song.bytes, to: "marked.mid")
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let wrong = try await client.ask("play from=@Nowhere paused=on \(file)")
        #expect(wrong.last?.hasPrefix("ERR 64") ?? false, "\(wrong)")
        #expect(try await status(client, "state") == "playing")
        #expect(try await status(client, "file") == daemon.song)
        // From another piece that plays, and again from where it waits.
        for _ in 0..<2 {
            #expect(try await client.ask("play from=@Solo paused=on \(file)") == ["OK"])
            #expect(try await status(client, "state") == "paused")
            #expect(try await status(client, "file") == file)
            #expect(try await status(client, "position")?.hasPrefix("5:1") ?? false)
        }
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await status(client, "state") == "playing")
        #expect(try await client.ask("play from=9:1 \(file)") == ["OK"])
        #expect(try await status(client, "position")?.hasPrefix("9:") ?? false)
        let useless = try await client.ask("play paused=on")
        #expect(
            useless.last?.contains("PATH is missing; from and paused are for files") ?? false,
            "\(useless)"
        )
    }

    @Test("stays paused while the next file is being read")
    func pausedEarly() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let lines = ["play \(daemon.song)", "enqueue \(daemon.song)", "pause"]
        for _ in 0..<10 {
            for line in lines { #expect(try await client.ask(line).last == "OK") }
            // Behind it on the loader.
            #expect(try await client.ask("enqueue \(daemon.song)").last == "OK")
            #expect(try await status(client, "state") == "paused")
            try await wait(client, "voices", "0")
            let place = try await status(client, "frames")
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await status(client, "frames") == place)
            #expect(try await status(client, "entry") == "1")
        }
    }

    @Test("pauses, stops and seeks while a file is being read")
    func whileLoading() async throws {
        let daemon = try await SessionRun()
        let (client, other) = (daemon.client(), daemon.client())
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        for _ in 0..<3 { #expect(try await client.ask("enqueue \(daemon.song)").last == "OK") }
        // One's answer comes when the file has been read; the other does not wait for it.
        for (line, meanwhile) in [
            ("next", "pause"), ("continue", "previous"), ("next", "next"), ("previous", "pause"),
        ] {
            try await client.send(line)
            #expect(try await other.ask(meanwhile).last == "OK", "\(meanwhile)")
            #expect(try await client.answer().last == "OK", "\(line)")
        }
        #expect(try await status(other, "state") == "paused")
        #expect(try await other.ask("continue") == ["OK"])
        #expect(try await other.ask("seek 1:1") == ["OK"])
        try await wait(other, "voices", "1")
        try await client.send("previous")
        // What plays goes on, alone; it may still be being read, or not even begun to be.
        #expect(try await other.ask("clear") == ["OK"])
        let answer = try await client.answer().last ?? ""
        #expect(answer == "OK" || answer.hasPrefix("ERR 66 "), "\(answer)")
        #expect(try await other.ask("seek 1:1") == ["OK"])
        try await wait(other, "voices", "1")
        #expect(try await status(other, "state") == "playing")
        #expect(try await other.ask("stop") == ["OK"])
        try await wait(other, "voices", "0")
    }

    @Test("reports each bar of a loop in each pass")
    func barsOfALoop() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("speed 8") == ["OK"])
        #expect(try await client.ask("loop 3:1..5:1") == ["OK"])
        #expect(try await client.ask("subscribe bar") == ["OK"])
        var bars: [String] = []
        for _ in 0..<9 {
            let event = try await client.event("bar")
            bars.append(String(event.split(separator: " ").first { $0.hasPrefix("bar=") } ?? ""))
        }
        let first = bars.first == "bar=3" ? 0 : 1
        #expect(bars == (0..<9).map { ($0 + first) % 2 == 0 ? "bar=3" : "bar=4" })
    }

    @Test("keeps the position of a loop that began at the next bar")
    func relativeLoop() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("seek 3:2") == ["OK"])
        #expect(try await client.ask("loop next-bar..9:1") == ["OK"])
        #expect(try await status(client, "loop") == "4:1..9:1")
        #expect(try await client.ask("seek 7:1") == ["OK"])
        #expect(try await client.ask("speed 2") == ["OK"])
        #expect(try await status(client, "loop") == "4:1..9:1")
    }

    @Test("answers all that came before the end of the sending side")
    func halfClosed() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        let lines =
            Array(repeating: "help", count: 60) + Array(repeating: "ping", count: 300)
            + ["version"]
        try await client.send(Array((lines.joined(separator: "\n") + "\n").utf8))
        client.endSending()
        let answers = try await client.rest()
        #expect(answers.count { $0 == "OK" } == lines.count)
        #expect(answers.suffix(4).contains { $0.hasPrefix("protocol: ") })
    }

    @Test("refuses more at once than there is room for, whole")
    func messages() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let flood = String(repeating: "904064", count: 2_000)
        #expect(
            try await client.ask("midi \(flood)").last?.hasPrefix(
                "ERR 64 too many MIDI messages: 2000"
            ) == true
        )
        #expect(try await status(client, "voices") == "0")
    }

    @Test("opens nothing that could hold it up: FIFOs, folders, devices")
    func irregularFiles() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let fifo = daemon.place.folder.path("fifo.mid")
        try #require(mkfifo(fifo, 0o600) == 0)
        // A folder is played where there is something in it.
        let folder = daemon.place.folder.path("empty")
        try #require(mkdir(folder, 0o700) == 0)
        for path in [fifo, "/dev/zero", folder] {
            for command in ["play", "enqueue", "load-font"] {
                let answer = try await client.ask("\(command) \(path)")
                #expect(answer.last?.hasPrefix("ERR 66 ") == true, "\(command) \(path): \(answer)")
            }
        }
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
    }

    @Test("has the next entry loaded when it answers")
    func next() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        for _ in 0..<2 { #expect(try await client.ask("enqueue \(daemon.song)").last == "OK") }
        for line in ["next", "seek 5:1", "next", "loop 2:1..3:1", "previous", "seek next-bar"] {
            #expect(try await client.ask(line) == ["OK"], "\(line)")
        }
    }

    @Test("resumes with a file that was added after the end")
    func afterTheEnd() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let other = daemon.place.folder.path("other.mid")
        #expect(try await client.ask("play \(other)") == ["OK"])
        try await wait(client, "state", "stopped")
        #expect(try await client.ask("enqueue \(daemon.song)").last == "OK")
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await status(client, "entry") == "2")
        #expect(try await status(client, "state") == "playing")
    }
}
