import TestSupport
import Testing

@Suite("Events of values that clients change")
struct SettingEventTests {
    /// The events up to the end of an answer, without their numbers.
    private func events(
        of command: String,
        _ client: some DaemonClient
    ) async throws -> [String] {
        try await client.send(command)
        var events: [String] = []
        while let line = try await client.line() {
            guard line.hasPrefix("EVENT ") else {
                #expect(!line.hasPrefix("ERR "), "\(command): \(line)")
                if line == "OK" { return events }
                continue
            }
            let fields = line.split(separator: " ").dropFirst()
            let kept = fields.enumerated().filter { $0.offset != 1 }.map(\.element)
            events.append(kept.joined(separator: " "))
        }
        return events
    }

    /// Commands, and the settings that change.
    private static let changes: [(command: String, events: [String])] = [
        ("gain -3", ["gain old=0 new=-3", "gain strip=master old=0 new=-3"]),
        ("gain -3", []),
        ("speed 1.5", ["speed old=1 new=1.5"]),
        ("tempo 99 over=2s", ["tempo old=off new=99"]),
        ("varispeed 0.5 over=2s", ["varispeed old=1 new=0.5"]),
        ("tempo 90", ["tempo old=99 new=90"]),
        ("transpose 2", ["transpose old=0 new=2"]),
        ("mute ch:1", ["muted old=none new=ch:1"]),
        ("unmute ch:1", ["muted old=ch:1 new=none"]),
        ("solo ch:1", ["soloed old=none new=ch:1"]),
        ("loop on 3", ["loop-count new=3", "loop old=off new=on"]),
        ("loop off", ["loop-count old=3", "loop old=on new=off"]),
        ("repeat on", ["repeat old=off new=on"]),
        ("single on", ["single old=off new=on"]),
        ("random on", ["random old=off new=on"]),
        ("consume on", ["consume old=off new=on"]),
        ("crossfade 2.5", ["crossfade old=0 new=2.5"]),
        ("chase-notes on", ["chase-notes old=off new=on"]),
        ("watch on bar", ["watch old=off new=on", "watch-at new=bar"]),
        ("log-level error", ["log-level old=info new=error"]),
        (
            "strip sampler gain=-6 mute=on transpose=1",
            [
                "gain strip=sampler old=0 new=-6", "mute strip=sampler old=off new=on",
                "transpose strip=sampler old=0 new=1",
            ]
        ),
        (
            "strip sampler pan=20 solo=on reverb=-3 chorus=-4 tune=5",
            [
                "pan strip=sampler old=0 new=20", "solo strip=sampler old=off new=on",
                "reverb strip=sampler old=0 new=-3", "chorus strip=sampler old=0 new=-4",
                "tune strip=sampler old=0 new=5",
            ]
        ),
        (
            "strip sampler inserts=gate,drums;compressor,ratio=8",
            ["inserts strip=sampler old=none new=gate,drums;compressor,ratio=8"]
        ),
        ("effect reverb=off", ["reverb bus=main old=default new=off"]),
        ("seek 5s", []),
    ]

    @Test("say each setting that a client changes, with the old and the new value")
    func settings() async throws {
        let run = try await SessionRun()
        let (client, other) = (run.client(), run.client())
        #expect(try await client.ask("play \(run.song)") == ["OK"])
        #expect(try await other.ask("subscribe setting") == ["OK"])
        #expect(try await client.ask("subscribe setting") == ["OK"])
        for (command, expected) in Self.changes {
            let settings = try await events(of: command, client)
            #expect(
                Set(settings) == Set(expected.map { "setting name=\($0)" }),
                "\(command)"
            )
            for _ in expected { _ = try await other.event("setting") }
        }
        // The metronome's samplers are made first.
        try await client.send("metronome on")
        #expect(try await client.event("setting").hasSuffix("name=metronome old=off new=on"))
        try await run.end()
    }

    @Test("say what a scheduled command changes, in JSON too")
    func scheduled() async throws {
        let run = try await SessionRun()
        let (client, other) = (run.client(), run.client())
        _ = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["setting"]}}"#
        )
        #expect(try await other.ask("play \(run.song)") == ["OK"])
        #expect(try await other.ask("gain -2 at=100.3s").last == "OK")
        #expect(try await other.ask("seek 100s") == ["OK"])
        // The file comes with a strip of its own, whose settings are new.
        var event = try await client.event("setting")
        while event.contains(#""strip":"#) { event = try await client.event("setting") }
        #expect(event.contains(#""name":"gain","old":0.0,"new":-2.0}"#), "\(event)")
        try await run.end()
    }

    @Test("say what reload-config changes")
    func reload() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("subscribe setting") == ["OK"])
        run.configuration.withLock { $0 = ["--gain=-5", "--log-level", "warning"] }
        try await client.send("reload-config")
        let first = try await client.event("setting")
        let second = try await client.event("setting")
        let third = try await client.event("setting")
        let names = [first, second, third].map {
            $0.split(separator: " ").dropFirst(3).joined(separator: " ")
        }
        #expect(
            Set(names) == [
                "name=gain old=0 new=-5", "name=gain strip=master old=0 new=-5",
                "name=log-level old=info new=warning",
            ]
        )
        try await run.end()
    }

    @Test("say the length and the version of the queue, as `status` and `queue` do")
    func queue() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("subscribe queue") == ["OK"])
        let files = "\(run.song) \(run.place.folder.path("other.mid"))"
        let event = try #require(try await events(of: "enqueue \(files)", client).last)
        #expect(event.hasSuffix(" old=0 new=2"))
        let version = try #require(event.split(separator: " ").first { $0.hasPrefix("version=") })
            .dropFirst("version=".count)
        #expect(try await client.ask("status").contains("queue-version: \(version)"))
        #expect(try await client.ask("queue").contains("version: \(version)"))
        #expect(try await events(of: "swap 1 2", client).last?.hasSuffix(" old=2 new=2") ?? false)
        #expect(try await events(of: "remove 1", client).last?.hasSuffix(" old=2 new=1") ?? false)
        #expect(try await events(of: "gain 1", client).isEmpty)
        try await run.end()
    }

    @Test("say which parts of the rack were loaded or are gone")
    func rack() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("subscribe rack") == ["OK"])
        let font = run.place.font
        let loaded = try await events(of: "route ch:10=\(font)", client)
        #expect(loaded.first == "rack change=loaded route=ch:10=\(font)", "\(loaded)")
        #expect(loaded.dropFirst().allSatisfy { $0.hasPrefix("rack change=loaded sampler=") })
        #expect(loaded.count > 1)
        let gone = try await events(of: "unload-rack", client)
        #expect(gone.map { $0.replacing("gone", with: "loaded") }.sorted() == loaded.sorted())
        try await run.end()
    }
}
