import TestSupport
import Testing

@Suite("Vari-speed")
struct VariSpeedCommandTests {
    /// A note of a second on A4.
    private static let song = SMFBuilder.milliseconds {
        $0.note(at: 0, length: 1_000, channel: 0, key: 69)
    }

    @Test("plays music and clips faster, at a higher pitch", arguments: ["1.5", "1/2"])
    func rendering(_ factor: String) async throws {
        let place = try Workplace()
        try place.add(Self.song)
        let wave = WAVBuilder([WAVBuilder.sine(2_000, frames: 24_000)])
        try place.folder.write(wave.bytes, to: "clip.wav")
        let run = try await place.run([
            "render", "song.mid", "-o", "out.wav", "--no-reverb", "--no-chorus", "--format",
            "float", "--tail", "none", "--varispeed", factor, "--clip", "clip.wav@0s",
        ])
        #expect(run.status == .exited(0), "\(run)")
        let sound = try place.sound("out.wav")
        let speed = factor == "1.5" ? 1.5 : 0.5
        #expect(abs(Double(sound.frameCount) - 48_000 / speed) <= 1)
        let pitch = try sound[0].frequency(near: 440 * speed, in: 2_400..<26_000)
        // Above the note's partials.
        #expect(abs(cents(pitch, above: 440 * speed)) < 1)
        let end = Int(24_000 / speed)
        for (range, isHeard) in [(2_000..<end - 2_000, true), (end + 2_000..<end + 6_000, false)] {
            let level = try sound[0].level(ofPartial: 2_000 * speed, in: range)
            #expect(isHeard == (level > -20), "\(range): \(level)")
        }
    }

    @Test(
        "is limited, with the speed too",
        arguments: [
            (["--varispeed", "9"], "expected 0.01 to 8"),
            (["--varispeed", "0"], "expected 0.01 to 8"),
            (["--varispeed", "8", "--speed", "20x"], "are 160 together; expected 0.01 to 100"),
        ]
    )
    func faults(_ arguments: [String], _ message: String) async throws {
        let place = try Workplace()
        try place.add(Self.song)
        let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + arguments)
        #expect(run.status == .exited(64) && run.errorText.contains(message), "\(run)")
    }

    @Test("is apart from the speed, which moves at the same pitch")
    func speed() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe beat") == ["OK"])
        let other = daemon.client()
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        #expect(try await other.ask("speed 3 over=1beat") == ["OK"])
        #expect(try await other.ask("status").contains("speed: 3"))
        var times: [Double] = []
        while times.count < 60 {
            let event = try await client.event("beat")
            let heard = event.split(separator: " ").first { $0.hasPrefix("heard=") }
            times.append(try #require(heard.flatMap { Double($0.dropFirst(6)) }, "\(event)"))
            let last = zip(times.dropFirst(), times).map { $0 - $1 }
            if let distance = last.last, abs(distance - 0.5 / 3) < 1e-4 { break }
            #expect(last.allSatisfy { $0 > 0.166 && $0 < 0.501 }, "\(last)")
        }
        #expect(times.count < 60)
        try await daemon.end()
    }

    @Test("is apart from the tempo, which moves from the one that is played")
    func tempo() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe beat") == ["OK"])
        let other = daemon.client()
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        _ = try await client.event("beat")
        #expect(try await other.ask("tempo 360 over=1.5s") == ["OK"])
        #expect(try await other.ask("status").contains("tempo: 360"))
        var times: [Double] = []
        while times.count < 60 {
            let event = try await client.event("beat")
            let heard = event.split(separator: " ").first { $0.hasPrefix("heard=") }
            times.append(try #require(heard.flatMap { Double($0.dropFirst(6)) }, "\(event)"))
            let last = zip(times.dropFirst(), times).map { $0 - $1 }
            if let distance = last.last, abs(distance - 1.0 / 6) < 1e-4 { break }
            #expect(last.allSatisfy { $0 > 0.166 && $0 < 0.501 }, "\(last)")
        }
        // Not at once: there are some beats on the way.
        #expect(times.count > 4 && times.count < 60)
        // The speed is what it was.
        #expect(try await other.ask("status").contains("speed: 1"))
        // Another tempo ends a move.
        #expect(try await other.ask("tempo 120 over=60s") == ["OK"])
        #expect(try await other.ask("tempo off") == ["OK"])
        #expect(try await other.ask("status").contains("speed: 1"))
        // So does the end of a ramp, which leaves no speed of the move.
        #expect(try await other.ask("tempo 60 over=60s") == ["OK"])
        #expect(try await other.ask("ramp off") == ["OK"])
        #expect(try await other.ask("status").contains("speed: 1"))
        try await daemon.end()
    }

    @Test("is apart from reverb and chorus, each of which moves by itself")
    func effects() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("effect reverb=off over=60s") == ["OK"])
        #expect(try await client.ask("effect chorus=off") == ["OK"])
        let moving = try await client.ask("effects").first
        #expect(moving?.contains("reverb=off") == false, "\(moving ?? "")")
        #expect(moving?.contains("chorus=off main") == true, "\(moving ?? "")")
        #expect(try await client.ask("effect reverb=off") == ["OK"])
        #expect(try await client.ask("effects").first == "effects: reverb=off chorus=off main")
        try await daemon.end()
    }

    @Test("moves in the daemon, and beats come as much faster")
    func daemon() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("subscribe beat") == ["OK"])
        let other = daemon.client()
        #expect(try await other.ask("play \(daemon.song)") == ["OK"])
        #expect(try await other.ask("varispeed 4 over=0.5s") == ["OK"])
        var times: [Double] = []
        while times.count < 60 {
            let event = try await client.event("beat")
            let heard = event.split(separator: " ").first { $0.hasPrefix("heard=") }
            times.append(try #require(heard.flatMap { Double($0.dropFirst(6)) }, "\(event)"))
            let last = zip(times.dropFirst(), times).map { $0 - $1 }
            // Beats of half a second.
            if let distance = last.last, abs(distance - 0.125) < 1e-4 { break }
            // The tempo may make up for what it has missed of the pitch.
            #expect(last.allSatisfy { $0 > 0.1 && $0 < 0.501 }, "\(last)")
        }
        #expect(times.count < 60)
        #expect(try await other.ask("status").contains("varispeed: 4"))
        for (command, message) in [
            ("speed 50", "speed 50 and varispeed 4 are 200 together; expected 0.01 to 100"),
            ("follow clock", "follow: the source decides on the speed; expected varispeed 1"),
        ] {
            let answer = try await other.ask(command).last ?? ""
            #expect(answer.hasPrefix("ERR 64 \(message)"), "\(answer)")
        }
        #expect(try await other.ask("varispeed 1 at=1000:1").last == "OK")
        #expect(try await other.ask("varispeed 0.5") == ["OK"])
        try await daemon.end()
    }
}
