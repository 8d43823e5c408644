import TestSupport
import Testing

@Suite("Why something sounds, and why not")
struct DaemonWhyTests {
    /// The answer to `why`, as soon as it contains a line.
    private func answer(
        _ client: SessionClient,
        _ isWanted: (String) -> Bool
    ) async throws -> [String] {
        var lines: [String] = []
        for _ in 0..<200 {
            lines = try await client.ask("why")
            if lines.contains(where: isWanted) { return lines }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestSupportError("not in time: \(lines)")
    }

    private func has(
        _ client: SessionClient,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        _ = try await answer(client) { $0.contains(text) }
    }

    @Test("names the track, the key and the pedal of a file")
    func music() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let path = run.place.folder.path("held.mid")
        // 480 ticks are half a second.
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Piano") { track in
            track.pedal(at: 0, channel: 0, down: true)
            track.note(at: 480, length: 480, channel: 0, key: 60)
            track.note(at: 480, length: 48_000, channel: 0, key: 67)
        }
        try run.place.add(song, "held.mid")
        #expect(try await client.ask("play \(path)") == ["OK"])
        #expect(try await client.ask("seek 0.5s") == ["OK"])
        let lines = try await answer(client) { $0.contains("C4 on") && !$0.contains("key held") }
        let key = lines.first { $0.hasPrefix("sounding: G4 on sampler/1, voices 1: ") }
        #expect(key?.contains("key held by track 1 (Piano) since ") ?? false, "\(lines)")
        let note = lines.first { $0.hasPrefix("sounding: C4 on sampler/1, voices 1: ") }
        #expect(note?.contains("sustain pedal held by track 1 (Piano) since 1:1") ?? false)
        #expect(try await client.ask("mute 1") == ["OK"])
        try await has(client, "silent: track 1 (Piano): muted")
        #expect(try await client.ask("unmute 1") == ["OK"])
        #expect(try await client.ask("pause") == ["OK"])
        try await has(client, "silent: music: paused")
        try await run.end()
    }

    @Test("names a low gain, and presets that others stand in for")
    func alterations() async throws {
        let run = try await SessionRun()
        let client = run.client()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.program(at: 0, channel: 0, 99)
            $0.note(at: 0, length: 48_000, channel: 0, key: 69)
        }
        try run.place.add(song, "missing.mid")
        #expect(try await client.ask("play \(run.place.folder.path("missing.mid"))").last == "OK")
        try await has(client, "altered: preset 0:99: missing from the SoundFonts; 0:")
        #expect(try await client.ask("gain -60") == ["OK"])
        try await has(client, "silent: strip master: its gain is -60 dB")
        #expect(try await client.ask("gain -30") == ["OK"])
        #expect(try await client.ask("strip sampler gain=-50") == ["OK"])
        let lines = try await answer(client) { $0.contains("strip sampler: its gain is -50 dB") }
        #expect(!lines.contains { $0.contains("strip master") }, "\(lines)")
        try await run.end()
    }

    @Test("names MIDI outputs that nothing is connected to")
    func outputs() async throws {
        let run = try await SessionRun("--midi-outs", "1")
        let client = run.client()
        #expect(try await client.ask("play \(run.song)") == ["OK"])
        #expect(try await client.ask("why").allSatisfy { !$0.contains("out:1") })
        let answer = try await client.ask("route ch:1=out:1")
        #expect(answer.last == "OK", "\(answer)")
        let sequencer = try await client.ask("status").first { $0.hasPrefix("sequencer: ") }
        let reason = try #require(sequencer).dropFirst("sequencer: ".count)
        if reason.hasPrefix("client ") {
            try await has(client, "silent: out:1: nothing is connected to it")
            #expect(answer == ["OK"])
        } else {
            try await has(client, "silent: out:1: \(reason)")
            #expect(answer == ["warning: out:1: \(reason)", "OK"])
        }
        try await run.end()
    }

    @Test("names clients, strips and controllers")
    func live() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in ["cc 1 64 127", "note 1 C4 100", "note 1 E4 100", "note 1 E4 0"] {
            #expect(try await client.ask(command).last == "OK")
        }
        try await has(client, "C4 on live/1, voices 1: key held by a client on input 1")
        try await has(client, "E4 on live/1, voices 1: sustain pedal held by a client on input 1")
        for command in ["cc 1 7 0", "strip live mute=on"] { _ = try await client.ask(command) }
        try await has(client, "silent: live/1: its volume (CC7) is 0")
        try await has(client, "silent: strip live: muted")
        _ = try await client.ask("panic")
        for _ in 0..<200 {
            let lines = try await client.ask("why")
            if !lines.contains(where: { $0.hasPrefix("sounding") }) { return try await run.end() }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("notes sound after panic")
        try await run.end()
    }
}
