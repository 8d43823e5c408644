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

    @Test("are told of by the daemon, which stays at its place")
    func daemon() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
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
        #expect(try await client.ask("status").contains("state: playing"))
        #expect(try await client.ask("watch off") == ["OK"])
        #expect(try await client.ask("status").contains("watch: off"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are not taken where they are damaged, or no files any more, and seqd play says so")
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

    @Test("are not taken by the daemon where they are damaged, or no files any more")
    func damagedInDaemon() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload error") == ["OK"])
        try replace(place, Self.piece(key: 62).bytes.dropLast(9))
        let error = try await client.event("error")
        #expect(error.contains("number=65") && error.contains("track 3, byte 0x"), "\(error)")
        let path = place.folder.path("song.mid")
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(try await client.event("error").contains("is a directory"))
        #expect(rmdir(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(try await client.event("error").contains("is not a regular file"))
        #expect(unlink(path) == 0)
        #expect(try await client.ask("status").contains("state: playing"))
        try replace(place, Self.piece(key: 62, parts: 9).bytes)
        #expect(
            try await client.event("reload").contains(
                "changes=\"track 3 (Bass) changed, track 4 added, track 5 added, track 6 added, "
                    + "track 7 added, and 5 more\""
            )
        )
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are not taken where they were cut between two tracks")
    func cutBetweenTracks() async throws {
        // A header that promises three tracks, and the first of them.
        var start = SMFBuilder(format: 1, ticksPerQuarter: 480)
        start.track("Song") { $0.tempo(at: 0, microsecondsPerQuarter: 500_000) }
        let cut = Self.piece(key: 62).bytes.prefix(start.bytes.count)
        let sentence = "truncated: the header says 3 tracks, found 1"
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload error") == ["OK"])
        try replace(place, cut)
        let event = try await client.event("error")
        #expect(event.contains("number=65") && event.contains(sentence), "\(event)")
        #expect(try await client.ask("status").contains("state: playing"))
        // What it has now is compared with the version that plays on.
        try replace(place, Self.piece(key: 62).bytes)
        #expect(try await client.event("reload").contains("\"track 3 (Bass) changed\""))
        #expect(await daemon.end().status == .exited(0))

        let process = try place.start("play", "song.mid", "--null", "--watch", "-v")
        defer { process.send(signal: SIGKILL) }
        try await process.waitForErrorText("no device")
        try replace(place, cut)
        try await process.waitForErrorText("\(sentence); the previous version keeps playing")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
    }

    @Test("go on with what was written at the next bar where that is asked for")
    func atBar() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
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
        // Paused, nothing is waited for.
        #expect(try await client.ask("pause") == ["OK"])
        try replace(place, Self.piece(key: 63).bytes)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        // In a loop its beginning is the next bar.
        #expect(try await client.ask("loop 5:2..5:4") == ["OK"])
        #expect(try await client.ask("continue") == ["OK"])
        try replace(place, Self.piece(key: 64).bytes)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(try await client.ask("watch off bar")[0].contains("watch off takes no time"))
        #expect(try await client.ask("watch on soon")[0].contains("\"soon\": expected now or bar"))
        #expect(await daemon.end().status == .exited(0))
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

    @Test("are watched on when their folder was replaced, and in one where much else happens")
    func folders() async throws {
        let place = try DaemonRun.place()
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        let folder = place.folder.path("songs")
        func makeFolder(key: UInt8) throws {
            #expect(mkdir(folder, 0o700) == 0)
            try place.folder.write(Self.piece(key: key).bytes, to: "songs/song.mid")
        }
        try makeFolder(key: 60)
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(folder)/song.mid") == ["OK"])
        #expect(try await client.ask("subscribe reload") == ["OK"])
        #expect(rename(folder, place.folder.path("old")) == 0)
        try makeFolder(key: 61)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        try FileManager.default.removeItem(atPath: folder)
        // Long enough for it to be missed.
        try await Task.sleep(for: .milliseconds(200))
        try makeFolder(key: 62)
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        // Another file is written all the time.
        let writer = Task {
            while !Task.isCancelled {
                try place.folder.write([1], to: "songs/other")
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { writer.cancel() }
        try place.folder.write(Self.piece(key: 63).bytes, to: "songs/song.mid")
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("stay in their loop, wherever in it they change")
    func loop() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        // 0.25 s: what is 50 ms ahead is behind its end a fifth of the time.
        #expect(try await client.ask("speed 2") == ["OK"])
        #expect(try await client.ask("loop 1:1..1:2") == ["OK"])
        #expect(try await client.ask("subscribe reload") == ["OK"])
        for turn in 0..<20 {
            try replace(place, Self.piece(key: 40 + UInt8(turn)).bytes)
            _ = try await client.event("reload")
            try await Task.sleep(for: .milliseconds(37))
        }
        let status = try await client.ask("status")
        let position = try #require(status.first { $0.hasPrefix("frames: ") }, "\(status)")
        let frame = try #require(Int(position.dropFirst("frames: ".count)))
        #expect(frame <= 24_000, "\(status)")
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("begin with the next pass of a loop, which is played as often as was asked for")
    func passes() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on bar") == ["OK"])
        #expect(try await client.ask("speed 2") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload beat") == ["OK"])
        #expect(try await client.ask("loop 2:1..2:3 4") == ["OK"])
        try replace(place, Self.piece(key: 62).bytes)
        // Beats of bar 2, and 0 where the other version was told of.
        var told: [Int] = []
        while told.last != 3, told.count < 20 {
            let line = try #require(try await client.line())
            if line.hasPrefix("EVENT reload ") { told.append(0) }
            // What was before the loop was set may be told yet.
            if line.hasPrefix("EVENT beat "), line.contains(" bar=2 ") {
                let beat = try #require(line.firstMatch(of: /beat=(\d+)/))
                told.append(try #require(Int(beat.1)))
            }
        }
        let beats = told.filter { $0 > 0 }
        #expect(beats == [1, 2, 1, 2, 1, 2, 1, 2, 3], "\(told)")
        // It is told of between the last beat of a pass and the next pass.
        let turn = try #require(told.firstIndex(of: 0), "\(told)")
        #expect(turn > 0 && told[turn - 1] == 2, "\(told)")
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("wait for the bar that comes next wherever playing has gone, or no longer")
    func elsewhere() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on bar") == ["OK"])
        // A bar lasts 40 s.
        #expect(try await client.ask("speed 0.05") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload") == ["OK"])
        func replaceAndWait(key: UInt8) async throws {
            #expect(try await client.ask("seek 1000:1") == ["OK"])
            try replace(place, Self.piece(key: key).bytes)
            // Until it waits; where it does not yet, all the same has to happen.
            try await Task.sleep(for: .milliseconds(600))
        }
        try await replaceAndWait(key: 62)
        #expect(try await client.ask("seek 3:4") == ["OK"])
        #expect(try await client.ask("speed 4") == ["OK"])
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(try await client.ask("speed 0.05") == ["OK"])
        try await replaceAndWait(key: 63)
        #expect(try await client.ask("loop 5:2..5:4") == ["OK"])
        #expect(try await client.ask("speed 4") == ["OK"])
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(try await client.ask("loop off") == ["OK"])
        #expect(try await client.ask("speed 0.05") == ["OK"])
        try await replaceAndWait(key: 64)
        try await client.send("watch on now")
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        #expect(try await client.answer() == ["OK"])
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are told of where a click is asked for while a version waits")
    func click() async throws {
        let place = try DaemonRun.place()
        try place.add(Self.piece())
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on bar") == ["OK"])
        #expect(try await client.ask("speed 0.05") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("subscribe reload error") == ["OK"])
        let before = try await client.ask("status").first { $0.hasPrefix("length: ") }
        var longer = Self.piece()
        longer.track("Coda") { $0.note(at: 480 * 28_800, length: 480, channel: 1, key: 50) }
        try replace(place, longer.bytes)
        try await Task.sleep(for: .milliseconds(600))
        // It is told of before the answer.
        try await client.send("metronome on")
        #expect(try await client.event("reload").contains("track 4 (Coda) added"))
        #expect(try await client.answer() == ["OK"])
        let status = try await client.ask("status")
        #expect(status.first { $0.hasPrefix("length: ") } != before, "\(status)")
        #expect(await daemon.end().status == .exited(0))
    }

    @Test("are watched where a link has come to lead, and not where it led before")
    func links() async throws {
        let place = try DaemonRun.place()
        for folder in ["a", "b"] {
            #expect(mkdir(place.folder.path(folder), 0o700) == 0)
            try place.folder.write(Self.piece().bytes, to: "\(folder)/song.mid")
        }
        func lead(to target: String) {
            #expect(symlink(target, place.folder.path("new")) == 0)
            #expect(rename(place.folder.path("new"), place.folder.path("link.mid")) == 0)
        }
        lead(to: "a/song.mid")
        let daemon = try await DaemonRun(in: place)
        let client = try daemon.client()
        #expect(try await client.ask("watch on") == ["OK"])
        #expect(try await client.ask("play \(place.folder.path("link.mid"))") == ["OK"])
        #expect(try await client.ask("subscribe reload error") == ["OK"])
        try place.folder.write(Self.piece(key: 61).bytes, to: "a/song.mid")
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        lead(to: "b/song.mid")
        #expect(try await client.event("reload").contains("track 3 (Bass) changed"))
        // Its folder goes, and nobody misses it.
        try FileManager.default.removeItem(atPath: place.folder.path("a"))
        try place.folder.write(Self.piece(key: 62, parts: 1).bytes, to: "b/song.mid")
        #expect(try await client.event("reload").contains("track 4 added"))
        let ended = await daemon.end()
        #expect(ended.status == .exited(0))
        #expect(!ended.errorText.contains("cannot be watched"), "\(ended.errorText)")
    }
}
