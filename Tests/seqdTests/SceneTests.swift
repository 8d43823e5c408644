import Foundation
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("Scenes of the daemon")
struct SceneTests {
    private func rack(_ name: String, _ extra: String = "", in place: Workplace) throws -> String {
        try place.folder.write(
            """
            {"samplers": [{"name": "\(name)", "fonts": ["\(place.font)"], "gain": -6}],
             "rules": [{"from": "ch:1", "to": "\(name)"}]\(extra)}
            """,
            to: "\(name).json"
        )
        return place.folder.path("\(name).json")
    }

    /// A song of an hour that begins a note each half second on channel 1.
    private func song(in place: Workplace) throws -> String {
        var song = SMFBuilder(ticksPerQuarter: 480)
        song.track {
            for beat in 0..<UInt32(7_200) {
                $0.note(at: beat * 480, length: 440, channel: 0, key: MeasuringFont.rootKey)
            }
        }
        try place.add(song, "notes.mid")
        return place.folder.path("notes.mid")
    }

    /// The content of scenes, as clients see it.
    private func setting(_ client: some DaemonClient) async throws -> [String] {
        let lines = try await client.ask("strips").map { line in
            // Levels are those of the moment.
            line.components(separatedBy: " peak=")[0]
                + " " + (line.split(separator: " ").last.map(String.init) ?? "")
        }
        let maps = try await client.ask("maps").map { line in
            // Their numbers are new ones.
            line.split(separator: " ").enumerated().filter { $0.offset != 1 }.map(\.element)
                .joined(separator: " ")
        }
        return try await lines + client.ask("effects") + client.ask("rack") + maps
    }

    @Test("have instruments, strips, inserts, effects and maps, and change back to all of them")
    func changeBack() async throws {
        let run = try await SessionRun()
        let client = run.client()
        var expected: [String: [String]] = [:]
        let bright = try rack(
            "bright",
            #", "effects": {"main": {"reverb": "plate"}}"#,
            in: run.place
        )
        let dark = try rack("dark", #", "inserts": "width,mono""#, in: run.place)
        let scenes: [(name: String, commands: [String])] = [
            ("plain", []),
            (
                "verse",
                [
                    "load-rack \(bright)", "strip bright gain=-3 inserts=gate;eq,warm",
                    "strip live pan=20",
                    "map cc 20 \"gain {}\" min=-40 max=6",
                ]
            ),
            (
                "chorus",
                [
                    "load-rack \(dark)", "strip dark mute=on", "effect chorus=off", "unmap",
                    "strip master inserts=compressor,master",
                    "strip effects:main inserts=width,mono",
                    "map note 36 next",
                ]
            ),
            ("louder", ["strip dark mute=off gain=3", "effect reverb=cathedral"]),
        ]
        for scene in scenes {
            for command in scene.commands {
                #expect(try await client.ask(command).last == "OK", "\(command)")
            }
            #expect(try await client.ask("save-scene \(scene.name)") == ["OK"])
            expected[scene.name] = try await setting(client)
        }
        #expect(Set(expected.values).count == 4)
        for name in ["verse", "chorus", "louder", "verse", "plain", "louder", "chorus", "plain"] {
            #expect(try await client.ask("scene \(name)").last == "OK", "\(name)")
            let now = try await setting(client)
            let wanted = expected[name] ?? []
            let difference = Set(now).symmetricDifference(wanted)
            #expect(now == wanted, "\(name): \(difference)")
        }
        try await run.end()
    }

    @Test("change while notes sound, at a position on its frame")
    func atPosition() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let watcher = run.client()
        #expect(try await watcher.ask("subscribe action") == ["OK"])
        for command in [
            "play \(try song(in: run.place))",
            "save-scene plain", "strip sampler gain=-6", "save-scene soft",
            "load-rack \(try rack("lead", in: run.place))", "save-scene lead", "scene plain",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        // Without other samplers, and with them.
        for (name, strip, bar) in [("soft", "sampler", 4), ("lead", "lead", 7)] {
            let answer = try await client.ask("scene \(name) at=\(bar):1")
            #expect(answer.contains { $0.hasPrefix("due: ") }, "\(answer)")
            let event = try await watcher.event("action")
            #expect(event.contains("command=scene state=done"), "\(event)")
            let fields = event.split(separator: " ").filter {
                $0.hasPrefix("due=") || $0.hasPrefix("frame=")
            }.map { $0.split(separator: "=")[1] }
            #expect(fields.count == 2 && fields[0] == fields[1], "\(event)")
            #expect(
                try await client.ask("strips").contains {
                    $0.hasPrefix("strip: gain=-6 ") && $0.hasSuffix(" \(strip)")
                }
            )
        }
        #expect(try await client.status("state") == "playing")
        #expect(try await client.ask("scene soft at=99999:1").last?.hasPrefix("ERR 64") ?? false)
        try await run.end()
    }

    @Test("change without a gap, and a key that is held sounds on")
    func sound() async throws {
        let run = try await SessionRun("--no-reverb", "--no-chorus")
        let client = run.client()
        let path = run.place.folder.path("mix.wav")
        for command in [
            "load-rack \(try rack("lead", in: run.place))", "save-scene lead",
            "load-rack \(try rack("pad", in: run.place))", "save-scene pad",
            "tap master \(path) format=float", "note 1 69 100 1.5",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        for name in ["lead", "pad"] {
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await client.ask("scene \(name)").last == "OK")
        }
        try await Task.sleep(for: .milliseconds(1_500))
        #expect(try await client.ask("untap 1").last == "OK")
        try await run.end()
        let signal = try SoundFile(path: path)[0]
        let start = try #require(signal.samples.firstIndex { abs($0) > 0.001 }) + 4_800
        let end = try #require(signal.samples.lastIndex { abs($0) > 0.001 }) - 9_600
        #expect(end - start > 48_000, "\(end - start)")
        // A gap would lower the level of the sine, and a second note would raise it.
        let levels = try stride(from: start, to: end - 960, by: 480).map {
            try signal.level(ofPartial: 440, in: $0..<$0 + 960)
        }
        let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
        #expect(high - low < 0.2, "\(low) to \(high) dB")
    }

    @Test("have the effects of the rack's own buses")
    func buses() async throws {
        let run = try await SessionRun()
        let client = run.client()
        try run.place.folder.write(
            """
            {"samplers": [{"name": "lead", "fonts": ["\(run.place.font)"], "effects": "hall"}],
             "rules": [{"from": "ch:1", "to": "lead"}], "effects": {"hall": {"reverb": "room"}}}
            """,
            to: "hall.json"
        )
        for command in [
            "load-rack \(run.place.folder.path("hall.json"))", "effect hall reverb=cathedral",
            "save-scene hall",
            "unload-rack", "scene hall",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let effects = try await client.ask("effects")
        #expect(
            effects.contains { $0.contains("reverb=cathedral") && $0.hasSuffix(" hall") },
            "\(effects)"
        )
        try await run.end()
    }

    @Test("wait for their positions with their own instruments, one after the other")
    func oneAfterTheOther() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let watcher = run.client()
        #expect(try await watcher.ask("subscribe action") == ["OK"])
        for command in [
            "load-rack \(try rack("pad", in: run.place))", "save-scene pad",
            "load-rack \(try rack("lead", in: run.place))", "save-scene lead",
            "play \(try song(in: run.place))", "scene pad at=2:1", "scene lead at=3:1",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        for _ in 0..<2 {
            let event = try await watcher.event("action")
            #expect(event.contains("command=scene state=done"), "\(event)")
        }
        #expect(try await client.ask("rack")[0].hasSuffix("/lead.json"))
        try await run.end()
    }

    @Test("can be saved with the state whatever the master is set to")
    func state() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in ["save-scene a", "gain 18", "strip master mute=on", "scene a"] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let saved = try await run.savedState()
        #expect(try StateDocument(StateDocument(saved).bytes()).state == saved)
        try await run.end()
    }

    @Test("and racks can be changed as often as one likes, whatever their strips are called")
    func manyRacks() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for number in 0..<10 {
            let samplers = (0..<30).map {
                "{\"name\": \"s\(number).\($0)\", \"fonts\": [\"\(run.place.font)\"]}"
            }.joined(separator: ", ")
            let rules = (0..<30).map {
                "{\"from\": \"track:\($0 + 1)\", \"to\": \"s\(number).\($0)\"}"
            }
            .joined(separator: ", ")
            try run.place.folder.write(
                "{\"samplers\": [\(samplers)], \"rules\": [\(rules)]}",
                to: "many.json"
            )
            let answer = try await client.ask("load-rack \(run.place.folder.path("many.json"))")
            #expect(answer.last == "OK", "\(number): \(answer)")
        }
        try await run.end()
    }

    @Test("leave the master's gain and mute, and maps that change scenes")
    func whatStays() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in [
            "map cc 20 \"gain {}\" min=-40 max=6", "save-scene verse", "gain -6",
            "strip master mute=on",
            "unmap", "map program 5 \"scene verse\"", "map note 36 next", "scene verse",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let strips = try await client.ask("strips")
        #expect(strips.contains { $0.hasPrefix("strip: gain=-6 ") && $0.contains(" mute=on ") })
        let maps = try await client.ask("maps").filter { $0.hasPrefix("map: ") }
        #expect(maps.count == 2, "\(maps)")
        #expect(maps.contains { $0.contains("gain {}") })
        #expect(maps.contains { $0.contains("program 5") && $0.contains("scene verse") })
        try await run.end()
    }

    @Test("name what is wrong, and then nothing changes")
    func faults() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let none = try await client.ask("scene verse")
        #expect(
            none == ["ERR 64 scene \"verse\": no such scene; there are none; save-scene makes one"],
            "\(none)"
        )
        let path = try rack("gone", in: run.place)
        for command in [
            "save-scene plain", "load-rack \(path)", "save-scene verse", "scene plain",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let answer = try await client.ask("scene vers")
        #expect(answer[0].contains("did you mean \"verse\"?"), "\(answer)")
        let second = try await client.ask("save-scene verse")
        #expect(second[0].hasPrefix("ERR 73 scene \"verse\": "), "\(second)")
        try FileManager.default.removeItem(atPath: path)
        let before = try await setting(client)
        let missing = try await client.ask("scene verse")
        #expect(missing[0].hasPrefix("ERR 66 ") && missing[0].contains("gone.json"), "\(missing)")
        #expect(try await setting(client) == before)
        #expect(
            try await client.ask("map program 5 \"gain {}\"")[0].contains("has no value for {}")
        )
        try await run.end()
    }
}
