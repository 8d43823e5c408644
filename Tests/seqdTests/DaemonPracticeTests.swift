import Glibc
import TestSupport
import Testing

@Suite("Practice with the daemon", .serialized)
struct DaemonPracticeTests {
    private let place: Workplace
    private let run: SessionRun

    init() async throws {
        place = try DaemonRun.place()
        try place.add(PlayedSong.parts, "parts.mid")
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
        run = try await SessionRun("--raw", place.folder.path("midi"), in: place)
    }

    private var parts: String { place.folder.path("parts.mid") }

    private func press(_ keys: String...) async throws {
        let bytes = keys.map { #"\x90\x"# + $0 + #"\x64\x80\x"# + $0 + #"\x40"# }.joined()
        let playing = try await place.shell("printf '\(bytes)' > midi")
        #expect(playing.status == .exited(0), "\(playing)")
    }

    @Test("waits for keys, tells which, and goes on to the end")
    func waiting() async throws {
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe practice") == ["OK"])
        #expect(try await client.ask("practice track:Melody") == ["OK"])
        #expect(try await client.ask("play \(parts)").last == "OK")
        #expect(
            try await watcher.event("practice").hasSuffix(
                " change=waiting keys=A4 position=1:1 steps=0 wrong=0 waits=1"
            )
        )
        let status = try await client.ask("status")
        #expect(status.contains("practice: track:Melody"), "\(status)")
        #expect(status.contains("practice-keys: A4"), "\(status)")
        #expect(status.contains("position: 1:1"), "\(status)")
        try await press("30", "45")
        #expect(try await watcher.event("practice").contains(" change=wrong keys=C3 "))
        #expect(try await watcher.event("practice").contains(" change=played keys=A4 "))
        #expect(try await watcher.event("practice").contains(" change=waiting keys=A3 "))
        #expect(try await client.ask("seek 1:3") == ["OK"])
        #expect(try await watcher.event("practice").contains(" change=waiting keys=A5 "))
        try await press("51")
        #expect(try await watcher.event("practice").contains(" change=played keys=A5 "))
        #expect(try await watcher.event("practice").contains(" change=waiting keys=A2 "))
        try await press("2D")
        #expect(try await watcher.event("practice").contains(" change=played keys=A2 "))
        let end = try await watcher.event("practice")
        #expect(end.contains(" change=ended waitedSeconds="), "\(end)")
        #expect(end.hasSuffix(" steps=3 wrong=1 waits=4"), "\(end)")
    }

    @Test("shows a wrong key at once, counts a wait that is not over, and gives exact positions")
    func wrongKey() async throws {
        // Ticks are shorter than frames.
        var song = SMFBuilder(format: 0, ticksPerQuarter: 30_000)
        song.track { $0.note(at: 30_004, length: 30_000, channel: 0, key: 69) }
        try place.add(song, "fine.mid")
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe practice") == ["OK"])
        #expect(try await client.ask("practice 1") == ["OK"])
        #expect(try await client.ask("play \(place.folder.path("fine.mid"))").last == "OK")
        let waiting = try await watcher.event("practice")
        #expect(waiting.contains(" change=waiting keys=A4 position=1:2:4 "), "\(waiting)")
        #expect(try await !client.ask("status").contains { $0.hasPrefix("practice-wrong-key") })
        try await press("30")
        #expect(try await watcher.event("practice").contains(" change=wrong keys=C3 "))
        while try await client.ask("status").contains("practice-waited: 0.0s") {}
        #expect(try await client.ask("status").contains("practice-wrong-key: C3"))
        #expect(try await client.ask("practice off") == ["OK"])
        let end = try await watcher.event("practice")
        let waited = try #require(end.firstMatch(of: #/ waitedSeconds=([0-9.]+) /#)?.1)
        #expect(try #require(Double(waited)) > 0.04, "\(end)")
    }

    @Test("ends when it is switched off, and by following another machine")
    func ending() async throws {
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe practice transport") == ["OK"])
        #expect(try await client.ask("practice 1") == ["OK"])
        #expect(try await client.ask("play \(parts)").last == "OK")
        #expect(try await watcher.event("practice").contains(" change=waiting keys=A4 "))
        #expect(try await client.ask("practice off") == ["OK"])
        #expect(try await watcher.event("practice").contains(" change=ended "))
        #expect(try await client.ask("status").contains("practice: off"))
        #expect(try await client.ask("practice track:Flute").last?.hasPrefix("ERR 64 ") ?? false)
        #expect(try await client.ask("practice 1") == ["OK"])
        #expect(try await client.ask("ramp 60%..100%/5") == ["OK"])
        let status = try await client.ask("status")
        #expect(status.contains("speed: 0.6") && status.contains("ramp: 0.6..1/5"), "\(status)")
        #expect(try await client.ask("follow clock") == ["OK"])
        let followed = try await client.ask("status")
        #expect(followed.contains("practice: off") && followed.contains("ramp: off"), "\(followed)")
        #expect(try await client.ask("practice 1").last?.hasPrefix("ERR 64 ") ?? false)
        #expect(try await client.ask("ramp 1..2/2").last?.hasPrefix("ERR 64 ") ?? false)
    }

    @Test("says that a file lacks the parts, and plays it as usual")
    func missingParts() async throws {
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe error transport") == ["OK"])
        #expect(try await client.ask("practice track:Melody") == ["OK"])
        let other = place.folder.path("other.mid")
        #expect(try await client.ask("play \(other)").last == "OK")
        let error = try await watcher.event("error")
        #expect(error.contains("practice: track:Melody: "), "\(error)")
        #expect(error.hasSuffix(" file=\(other)"), "\(error)")
        while try await !watcher.event("transport").contains(" change=ended ") {}
    }

    @Test("A ramp goes up with the repetitions of the loop, until the speed is set")
    func ramp() async throws {
        let (client, watcher) = (run.client(), run.client())
        #expect(try await client.ask("play \(parts)").last == "OK")
        #expect(try await client.ask("loop on") == ["OK"])
        #expect(try await watcher.ask("subscribe setting") == ["OK"])
        #expect(try await client.ask("ramp 1000%..2000%/3") == ["OK"])
        var speeds: [String] = []
        while speeds.last != "20" {
            let event = try await watcher.event("setting")
            guard event.contains("name=speed") else { continue }
            speeds.append(String(event.split(separator: "=").last ?? ""))
        }
        #expect(speeds == ["10", "15", "20"])
        // Another start begins it anew.
        #expect(try await client.ask("seek 1:1") == ["OK"])
        var event = try await watcher.event("setting")
        while !event.contains("name=speed") { event = try await watcher.event("setting") }
        #expect(event.hasSuffix("=10"), "\(event)")
        #expect(try await client.ask("speed 2") == ["OK"])
        #expect(try await client.ask("status").contains("ramp: off"))
    }

    @Test("A change of the ramp's speed leaves the next file without a gap")
    func rampWithNextFile() async throws {
        let (client, watcher) = (run.client(), run.client())
        #expect(try await client.ask("play \(run.song)").last == "OK")
        #expect(try await client.ask("enqueue \(parts)").last == "OK")
        #expect(try await client.ask("loop 1:1..2:1") == ["OK"])
        while try await !run.hasFollowing() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await watcher.ask("subscribe setting") == ["OK"])
        #expect(try await client.ask("ramp 1000%..2000%/2") == ["OK"])
        var event = try await watcher.event("setting")
        while !event.hasSuffix("=20") { event = try await watcher.event("setting") }
        #expect(try await run.hasFollowing())
    }
}
