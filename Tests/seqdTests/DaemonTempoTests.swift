import TestSupport
import Testing

@Suite("A tempo that replaces that of the files", .serialized)
struct DaemonTempoTests {
    /// The lengths that `queue` tells.
    private func lengths(_ client: some DaemonClient) async throws -> [Document.Value?] {
        try await client.result("queue").list("entries").map { $0["seconds"] }
    }

    @Test("applies to all times: position, length, queue and seeking")
    func times() async throws {
        let place = try DaemonRun.place()
        // 8 s at 120 quarter notes per minute.
        try place.add(PlayedSong.tone(beats: 16), "piece.mid")
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        let path = place.folder.path("piece.mid")
        #expect(try await client.ask("play \(path)") == ["OK"])
        #expect(try await client.ask("enqueue \(path)").last == "OK")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("seek 6s") == ["OK"])
        #expect(try await client.status("seconds") == 6)
        #expect(try await client.status("lengthSeconds") == 8)
        #expect(try await client.ask("tempo 60") == ["OK"])
        #expect(try await client.status("seconds") == 12)
        #expect(try await client.status("lengthSeconds") == 16)
        #expect(try await client.status("position") == "4:1")
        #expect(try await lengths(client) == [16, 16])
        #expect(try await client.ask("seek 14") == ["OK"])
        #expect(try await client.status("seconds") == 14)
        #expect(try await client.status("position") == "4:3")
        let late = try await client.ask("seek 16.5s")
        #expect(late.last?.hasPrefix("ERR 64 ") ?? false, "\(late)")
        #expect(late.last?.contains("the length is 16") ?? false, "\(late)")
        // What is added is as long.
        #expect(try await client.ask("enqueue \(path)").last == "OK")
        #expect(try await lengths(client) == [16, 16, 16])
        // Speed is a factor beside it.
        #expect(try await client.ask("speed 2") == ["OK"])
        #expect(try await client.status("seconds") == 14)
        #expect(try await client.status("lengthSeconds") == 16)
        // It holds for a file that is loaded later as for one that was.
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await client.status("lengthSeconds") == 16)
        #expect(try await client.ask("seek 15s") == ["OK"])
        #expect(try await client.ask("tempo off") == ["OK"])
        #expect(try await client.status("seconds") == 7.5)
        #expect(try await client.status("lengthSeconds") == 8)
        #expect(try await lengths(client) == [8, 8, 8])
        try await daemon.end()
    }

    @Test("changes no time of a file that counts SMPTE frames")
    func timeCode() async throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track { $0.note(at: 0, length: 5_000, channel: 0, key: MeasuringFont.rootKey) }
        let place = try DaemonRun.place()
        try place.add(song, "frames.mid")
        let daemon = try await SessionRun(in: place)
        let client = daemon.client()
        #expect(try await client.ask("tempo 60") == ["OK"])
        #expect(try await client.ask("play \(place.folder.path("frames.mid"))") == ["OK"])
        #expect(try await client.status("lengthSeconds") == 5)
        #expect(try await lengths(client) == [5])
        try await daemon.end()
    }
}
