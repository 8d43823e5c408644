import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Files that are written while they play", .serialized)
struct WatchTests {
    /// A piece of two parts that lasts three hours; the second has a key of its own.
    private static func piece(key: UInt8 = 60, parts: Int = 0) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Song") { $0.tempo(at: 0, microsecondsPerQuarter: 500_000) }
        song.track("Lead") { $0.note(at: 0, length: 480 * 21_600, channel: 0, key: 69) }
        song.track("Bass") { $0.note(at: 0, length: 480 * 21_600, channel: 1, key: key) }
        for _ in 0..<parts { song.track { $0.note(at: 0, length: 480, channel: 2, key: 50) } }
        return song
    }

    /// Puts a file in the place of another, as editors do.
    private func replace(_ place: Workplace, _ bytes: some Sequence<UInt8>) throws {
        try place.folder.write(Array(bytes), to: "new")
        #expect(rename(place.folder.path("new"), place.folder.path("song.mid")) == 0)
    }

    @Test("play on, and seqd play says which tracks have changed")
    func play() async throws {
        let place = try Workplace()
        try place.add(Self.piece())
        let process = try place.start("play", "song.mid", "--null", "--watch", "-v")
        defer { process.send(signal: SIGKILL) }
        try await process.waitForErrorText("no device")
        try replace(place, Self.piece(key: 62).bytes)
        try await process.waitForErrorText("song.mid: reloaded: track 3 (Bass) changed")
        // Written in its place, and no MIDI file.
        try place.folder.write(Array("nothing".utf8), to: "song.mid")
        try await process.waitForErrorText("the previous version keeps playing")
        try place.add(Self.piece(key: 62, parts: 1))
        try await process.waitForErrorText("song.mid: reloaded: track 4 added")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
    }

    @Test("are reported by the daemon, which keeps its position")
    func daemon() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("seek 1h") == ["OK"])
        #expect(try await client.ask("subscribe reload error") == ["OK"])
        try replace(place, Self.piece(key: 62).bytes)
        let event = try await client.event("reload")
        #expect(event.contains("track 3 (Bass) changed"), "\(event)")
        let status = try await client.ask("status")
        #expect(status.contains("state: playing"))
        #expect(status.contains { $0.hasPrefix("time: 1h00m") }, "\(status)")
        try place.folder.write(Array("nothing".utf8), to: "song.mid")
        let error = try await client.event("error")
        #expect(error.contains("number=65"), "\(error)")
        // What has become a FIFO would be waited for.
        let path = place.folder.path("song.mid")
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(try await client.event("error").contains("is not a regular file"))
        #expect(try await client.ask("status").contains("state: playing"))
        #expect(try await client.ask("watch off") == ["OK"])
        #expect(try await client.ask("status").contains("watch: off"))
        try await daemon.end()
    }

    @Test("are refused if they are damaged or not files any more, and seqd play reports it")
    func damaged() async throws {
        let place = try Workplace()
        try place.add(Self.piece())
        let process = try place.start("play", "song.mid", "--null", "--watch", "-v")
        defer { process.send(signal: SIGKILL) }
        try await process.waitForErrorText("no device")
        // Cut short: it can be read, but not all of it.
        try replace(place, Self.piece(key: 62).bytes.dropLast(9))
        try await process.waitForErrorText("seqd: song.mid: track 3, byte 0x")
        try await process.waitForErrorText("; the previous version keeps playing")
        #expect(!process.errorText.contains("reloaded"), "\(process.errorText)")
        let path = place.folder.path("song.mid")
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        try await process.waitForErrorText(
            "seqd: song.mid: is a directory; the previous version keeps playing"
        )
        #expect(rmdir(path) == 0 && mkfifo(path, 0o600) == 0)
        try await process.waitForErrorText(
            "seqd: song.mid: is not a regular file; the previous version keeps playing"
        )
        #expect(unlink(path) == 0)
        try replace(place, Self.piece(key: 62).bytes)
        try await process.waitForErrorText("song.mid: reloaded: track 3 (Bass) changed")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
    }

    @Test("take over at the next bar on request")
    func atBar() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(try await client.ask("watch on bar") == ["OK"])
        #expect(try await client.ask("status").contains("watch-at: bar"))
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload") == ["OK"])
        try replace(place, Self.piece(key: 62).bytes)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        let status = try await client.ask("status")
        let line = try #require(status.first { $0.hasPrefix("frames: ") }, "\(status)")
        // A bar is 96,000 frames; it is told when the engine is, 100 ms before.
        #expect(try #require(Int(line.dropFirst("frames: ".count))) > 90_000, "\(line)")
        // Paused, nothing is waited for; loops are in VersionPlayingTests.
        #expect(try await client.ask("pause") == ["OK"])
        try replace(place, Self.piece(key: 63).bytes)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(try await client.ask("watch off bar")[0].contains("watch off takes no time"))
        #expect(try await client.ask("watch on soon")[0].contains("\"soon\": expected now or bar"))
        try await daemon.end()
    }

    @Test("of seqd play go on at the next bar with --watch-at bar")
    func playAtBar() async throws {
        let place = try Workplace()
        try place.add(Self.piece())
        let process = try place.start(
            "play",
            "song.mid",
            "--null",
            "--watch",
            "--watch-at",
            "bar",
            "-v"
        )
        defer { process.send(signal: SIGKILL) }
        try await process.waitForErrorText("no device")
        try replace(place, Self.piece(key: 62).bytes)
        try await process.waitForErrorText("song.mid: reloaded: track 3 (Bass) changed")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
        let alone = try await place.play("song.mid", "--null", "--watch-at", "bar")
        #expect(alone.status == .exited(64), "\(alone)")
        #expect(alone.errorText.contains("--watch-at bar: needs --watch"), "\(alone)")
    }

    @Test("are not taken earlier because a click is asked for")
    func click() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(try await client.ask("watch on bar") == ["OK"])
        #expect(try await client.ask("speed 0.05") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let before = try await client.ask("status").first { $0.hasPrefix("length: ") }
        var longer = Self.piece()
        longer.track("Coda") { $0.note(at: 480 * 28_800, length: 480, channel: 1, key: 50) }
        try replace(place, longer.bytes)
        try await Task.sleep(for: .milliseconds(600))
        // The version waits for its bar; switching the metronome reads no file.
        #expect(try await client.ask("metronome on") == ["OK"])
        let status = try await client.ask("status")
        #expect(status.first { $0.hasPrefix("length: ") } == before, "\(status)")
        #expect(status.contains("metronome: on"), "\(status)")
        try await daemon.end()
    }
}
