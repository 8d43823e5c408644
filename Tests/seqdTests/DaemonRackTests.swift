import Foundation
import TestSupport
import Testing

@Suite("The daemon's rack")
struct DaemonRackTests {
    /// The strips that sound, without the master.
    private func sounding(_ client: some DaemonClient) async throws -> Set<String> {
        Set(
            try await client.ask("strips").compactMap { line in
                guard let tail = line.components(separatedBy: " peak=").last,
                    let blank = tail.firstIndex(of: " ")
                else { return nil }
                let name = String(tail[tail.index(after: blank)...])
                return tail.hasPrefix("-inf/") || name == "master" ? nil : name
            }
        )
    }

    /// Waits until these strips sound, and no others.
    private func waitForSound(of strips: Set<String>, _ client: some DaemonClient) async throws {
        var last: Set<String> = []
        for _ in 0..<200 {
            last = try await sounding(client)
            if last == strips { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestSupportError("expected sound of \(strips), heard \(last)")
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

    private func rack(in place: Workplace, gain: Int = -6) throws -> String {
        let path = place.folder.path("band.json")
        try place.folder.write(
            Array(
                """
                {"schema":1,"samplers":[{"name":"lead","fonts":["\(place.font)"],"gain":\(gain)}],
                "rules":[{"from":"ch:1","to":"lead"}],"effects":{"main":{"reverb":"plate"}}}
                """.utf8
            ),
            to: "band.json"
        )
        return path
    }

    @Test("takes over while a file plays, and gives way again")
    func takesOver() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        try await waitForSound(of: ["sampler"], client)
        #expect(try await client.ask("load-rack \(try rack(in: run.place))") == ["OK"])
        try await waitForSound(of: ["lead"], client)
        #expect(
            try await client.ask("strips").contains {
                $0.hasPrefix("strip: gain=-6 ") && $0.hasSuffix(" lead")
            }
        )
        #expect(
            try await client.ask("effects").first == "effects: reverb=plate chorus=default main"
        )
        // A route has priority over the rules.
        let route = "ch:1=\(run.place.font),name=solo"
        #expect(try await client.ask("route \(route)").last == "OK")
        try await waitForSound(of: ["solo"], client)
        #expect(try await client.ask("unroute \(route)") == ["OK"])
        try await waitForSound(of: ["lead"], client)
        #expect(try await client.ask("unload-rack") == ["OK"])
        try await waitForSound(of: ["sampler"], client)
        #expect(try await client.status("state") == "playing")
        #expect(try await client.ask("rack") == ["OK"])
        // Of the strips of the rack, only one that a client has set is listed.
        func names() async throws -> [String] {
            try await client.ask("strips").filter { $0.hasPrefix("strip: ") }
                .compactMap { $0.split(separator: " ").last.map(String.init) }
        }
        #expect(try await Set(names()) == ["live", "sampler", "master"])
        #expect(try await client.ask("strip lead gain=-3") == ["OK"])
        #expect(try await Set(names()) == ["live", "sampler", "lead", "master"])
        try await run.end()
    }

    @Test("leaves alone the strips and samplers that a change does not name")
    func unnamed() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let own = ["strip live gain=-6", "strip sampler gain=-3 solo=on"]
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        for command in own { #expect(try await client.ask(command) == ["OK"]) }
        func strips() async throws -> [String] {
            try await client.ask("strips").filter { $0.hasPrefix("strip: ") }
                .map { line in
                    let name = line.split(separator: " ").last ?? ""
                    return line.components(separatedBy: " peak=")[0] + " \(name)"
                }
        }
        let before = try await strips()
        let routes = ["ch:5=\(run.place.font)", "ch:6=\(run.place.font)"]
        for command in [
            "route \(routes[0])", "route \(routes[1])", "unroute \(routes[0])", "unroute",
            "load-rack \(try rack(in: run.place))", "unload-rack",
        ] {
            #expect(try await client.ask(command).last == "OK")
            let now = try await strips()
            #expect(now.filter(before.contains) == before, "\(command): \(now)")
        }
        // A sampler that is named after its file keeps the name.
        #expect(try await client.ask("route \(routes[0])").last == "OK")
        let name = try #require(try await client.ask("rack").first { $0.hasPrefix("sampler: ") })
        #expect(try await client.ask("route \(routes[1])").last == "OK")
        #expect(try await client.ask("unroute \(routes[0])").last == "OK")
        let rest = try await client.ask("rack")
        #expect(!rest.contains(name) && rest.contains { $0.hasPrefix("sampler: ") }, "\(rest)")
        try await run.end()
    }

    @Test("names rules by their file or route, and samplers only where it is one")
    func names() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        for name in ["live", "sampler"] {
            let answer = try await client.ask("presets \(name)")
            #expect(
                answer == [
                    "ERR 64 presets: \"\(name)\": no such sampler; there is no rack with samplers"
                ]
            )
        }
        let path = try rack(in: run.place)
        #expect(try await client.ask("load-rack \(path)") == ["OK"])
        #expect(try await client.ask("presets lead").last == "OK")
        let routes = ["ch:16=lead", "ch:1=\(run.place.font),name=solo"]
        #expect(
            try await client.ask("route \(routes[0]) \(routes[1])") == [
                "warning: route \(routes[0]): matches nothing",
                "warning: \(path): rule 1 (ch:1): the rules before it take all of it", "OK",
            ]
        )
        for name in ["master", "metronome", "effects:main", "none", "lead/3"] {
            let answer = try await client.ask("route ch:2=\(run.place.font),name=\(name)")
            #expect(answer[0].hasPrefix("ERR 64 route: name=\(name): "), "\(answer)")
        }
        try await run.end()
    }

    @Test("changes at a position, and a further change cancels one that waits")
    func atPosition() async throws {
        let run = try await SessionRun()
        let client = run.client()
        // Answers leave events out.
        let watcher = run.client()
        #expect(try await watcher.ask("subscribe action") == ["OK"])
        for command in [
            "play \(try song(in: run.place))",
            "load-rack \(try rack(in: run.place))",
        ] {
            #expect(try await client.ask(command).last == "OK")
        }
        let route = "ch:1=\(run.place.font),name=solo"
        #expect(try await client.ask("route \(route) at=99:1").last == "OK")
        // Late enough that its font is ready on a busy machine too.
        let answer = try await client.ask("route \(route) at=7:1")
        #expect(answer.contains { $0.hasPrefix("due: ") }, "\(answer)")
        #expect(
            try await watcher.event("action")
                .contains(#"command=route state=cancelled due=9408000 reason="replaced by another"#)
        )
        try await waitForSound(of: ["lead"], client)
        let event = try await watcher.event("action")
        #expect(event.contains("command=route state=done"), "\(event)")
        let fields = event.split(separator: " ").filter {
            $0.hasPrefix("due=") || $0.hasPrefix("frame=")
        }.map { $0.split(separator: "=")[1] }
        #expect(fields.count == 2 && fields[0] == fields[1], "\(event)")
        try await waitForSound(of: ["solo"], client)
        #expect(try await client.ask("rack").contains("route: \(route)"))
        #expect(try await client.ask("unroute at=99999:1").last?.hasPrefix("ERR 64") ?? false)
        #expect(try await client.ask("unload-rack at=next-bar").last == "OK")
        #expect(try await watcher.event("action").contains("command=unload-rack state=done"))
        try await waitForSound(of: ["sampler"], client)
        try await run.end()
    }

    @Test("has the changes of the daemon's options, also without the rack")
    func changes() async throws {
        let run = try await SessionRun("--change", "cc2:cc11", "--pair", "live=3-4")
        let client = run.client()
        #expect(try await client.ask("rack").contains("change: cc2:cc11"))
        #expect(try await client.ask("load-rack \(try rack(in: run.place))").last == "OK")
        #expect(try await client.ask("unload-rack").last == "OK")
        #expect(try await client.ask("rack").contains("change: cc2:cc11"))
        try await run.end()
    }

    @Test("plays what follows too, and what clients play")
    func everything() async throws {
        let place = try DaemonRun.place()
        let run = try await SessionRun("--rack", try rack(in: place), in: place)
        let client = run.client()
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        try await waitForSound(of: ["lead"], client)
        #expect(try await client.ask("tempo 60").last == "OK")
        #expect(try await client.ask("load-font \(run.place.font)+3").last == "OK")
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        try await waitForSound(of: ["lead"], client)
        #expect(try await client.ask("stop").last == "OK")
        #expect(try await client.ask("note 1 \(MeasuringFont.rootKey) 100").last == "OK")
        try await waitForSound(of: ["lead"], client)
        try await run.end()
    }

    @Test("is there again after a restart, unless its file has gone")
    func restart() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let path = try rack(in: run.place)
        for command in [
            "play \(try song(in: run.place))", "load-rack \(path)", "strip lead gain=3",
            "route ch:2=lead",
            "pause",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let rack = try await client.ask("rack")
        let saved = try await run.savedState()
        try await run.end()
        #expect(rack.first == "file: \(path)" && rack.contains("route: ch:2=lead"))

        let next = try await SessionRun(in: run.place, restoring: saved)
        #expect(try await next.client().ask("rack") == rack)
        #expect(
            try await next.client().ask("strips").contains {
                $0.hasPrefix("strip: gain=3 ") && $0.hasSuffix(" lead")
            }
        )
        #expect(try await next.savedState() == saved.renumbered)
        try await next.end()

        try FileManager.default.removeItem(atPath: path)
        let without = try await SessionRun(in: run.place, restoring: saved)
        #expect(try await without.client().ask("rack") == ["OK"])
        #expect(try await without.client().status("state") == "paused")
        try await without.end()
    }

    @Test("keeps its fallback at a restart, whether a client's SoundFonts replace it or not")
    func fallback() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let (own, loaded) = ("\(run.place.font)+3", "\(run.place.font)+5")
        let path = try rack(withFallback: own, in: run.place)
        for (commands, font, rest) in [
            // The rack came last, and then the SoundFont.
            (["load-font \(loaded)", "load-rack \(path)"], own, loaded),
            (["load-font \(loaded)"], loaded, loaded),
            (["load-font \(run.place.font)"], run.place.font, run.place.font),
        ] {
            for command in commands { #expect(try await client.ask(command) == ["OK"]) }
            let listing = try await client.ask("rack")
            #expect(listing.contains("sampler: rest = \(font)"), "\(listing)")
            let saved = try await run.savedState()
            let next = try await SessionRun(in: run.place, restoring: saved)
            let nextClient = next.client()
            #expect(try await nextClient.ask("rack") == listing, "\(commands)")
            #expect(try await next.savedState() == saved, "\(commands)")
            // Without the rack, the client's SoundFonts play.
            #expect(try await nextClient.ask("unload-rack") == ["OK"])
            #expect(try await nextClient.ask("status").contains("font: \(rest)"))
            try await next.end()
        }
        try await run.end()
    }

    @Test("has its own fallback at a restart, if a client's SoundFonts are not restored")
    func fallbackWithoutFonts() async throws {
        let run = try await SessionRun()
        let own = "\(run.place.font)+3"
        let path = try rack(withFallback: own, in: run.place)
        let font = try run.place.folder.write(MeasuringFont().bytes, to: "other.sf2")
        for command in ["load-rack \(path)", "load-font \(font)"] {
            #expect(try await run.client().ask(command) == ["OK"])
        }
        let saved = try await run.savedState()
        try await run.end()
        // The option has changed since.
        let changed = try await SessionRun("--sf2", font, in: run.place, restoring: saved)
        #expect(try await changed.client().ask("rack").contains("sampler: rest = \(own)"))
        try await changed.end()
        try FileManager.default.removeItem(atPath: font)
        let missing = try await SessionRun(in: run.place, restoring: saved)
        #expect(try await missing.client().ask("rack").contains("sampler: rest = \(own)"))
        try await missing.end()
    }

    private func rack(withFallback font: String, in place: Workplace) throws -> String {
        let rack = #"{"fallback":{"name":"rest","fonts":["\#(font)"],"polyphony":77}}"#
        return try place.folder.write(Array(rack.utf8), to: "own.json")
    }

    @Test("is changed by one client after another, and none undoes the other")
    func concurrentChanges() async throws {
        let run = try await SessionRun()
        let clients = [run.client(), run.client(), run.client()]
        let font = "\(run.place.font)+3"
        let commands = [
            "load-font \(font)", "route ch:10=\(run.place.font),name=a",
            "route ch:2=\(run.place.font),name=b",
        ]
        try await withThrowingTaskGroup(of: String?.self) { group in
            for (client, command) in zip(clients, commands) {
                group.addTask { try await client.ask(command).last }
            }
            for try await answer in group { #expect(answer == "OK") }
        }
        let rack = try await clients[0].ask("rack")
        #expect(rack.filter { $0.hasPrefix("route: ") }.count == 2, "\(rack)")
        #expect(rack.contains("sampler: sampler = \(font)"), "\(rack)")
        try await run.end()
    }

    @Test("leaves no strip soloed, nor SoundFonts of its own, when it goes")
    func leavesNothing() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let font = "\(run.place.font)+3"
        let rack = #"""
            {"samplers":[{"name":"a","fonts":["\#(run.place.font)"],"solo":true}],
            "rules":[{"from":"ch:2","to":"a"}],
            "fallback":{"name":"rest","fonts":["\#(font)"]}}
            """#
        try run.place.folder.write(Array(rack.utf8), to: "own.json")
        let path = run.place.folder.path("own.json")
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        #expect(try await client.ask("load-rack \(path)").last == "OK")
        #expect(try await client.ask("rack").contains("sampler: rest = \(font)"))
        // What a client loads replaces the rack's own, and a route does not bring it back.
        #expect(try await client.ask("load-font \(run.place.font)").last == "OK")
        #expect(try await client.ask("route ch:3=a").last == "OK")
        #expect(try await client.ask("rack").contains("sampler: rest = \(run.place.font)"))
        #expect(try await client.ask("unload-rack").last == "OK")
        try await waitForSound(of: ["sampler"], client)
        try await run.end()
    }

    @Test("tells the engine of each sampler, and events say when it changes")
    func engines() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe rack setting") == ["OK"])
        let (font, route) = (run.place.font, "ch:1=\(run.place.font),name=solo,engine=seqd")
        #expect(try await client.ask("route \(route)").last == "OK")
        let rack = try await client.ask("rack")
        #expect(rack.contains("sampler: solo = \(font) engine=seqd"), "\(rack)")
        #expect(rack.contains("sampler: sampler = \(font)"), "\(rack)")
        var status = try await client.ask("status")
        #expect(status.contains("engine: auto") && status.contains("sampler: seqd solo"))
        #expect(try await client.ask("load-font \(font) engine=seqd").last == "OK")
        status = try await client.ask("status")
        #expect(status.contains("engine: seqd") && status.contains("sampler: seqd sampler"))
        var events: [String] = []
        repeat {
            events.append(try await watcher.event("setting"))
        } while !events.contains { $0.contains("name=engine old=auto new=seqd") }
        // The samplers of further routes have the engine of the options.
        #expect(try await client.ask("unroute").last == "OK")
        #expect(try await client.ask("route ch:2=\(font),name=two").last == "OK")
        let other = try await client.ask("rack")
        #expect(other.contains("sampler: two = \(font)"), "\(other)")
        #expect(other.contains("sampler: sampler = \(font) engine=seqd"), "\(other)")
        try await run.end()
    }

    @Test("may use the SoundFonts of the daemon's options, wherever clients may not go")
    func policy() async throws {
        let folder = try TemporaryDirectory()
        let place = try DaemonRun.place()
        let rack = #"{"samplers":[{"name":"a","fonts":["\#(place.font)"]}]}"#
        try place.folder.write(Array(rack.utf8), to: "own.json")
        try folder.write(Array(rack.utf8), to: "theirs.json")
        let run = try await SessionRun(
            "--rack",
            place.folder.path("own.json"),
            "--allow-path",
            folder.path,
            in: place
        )
        let client = run.client()
        #expect(try await client.ask("load-rack \(folder.path("theirs.json"))") == ["OK"])
        #expect(try await client.ask("route ch:1=sampler,transpose=12").last == "OK")
        #expect(
            try await client.ask("load-rack \(place.folder.path("song.mid"))").last?
                .hasPrefix("ERR 77 ") ?? false
        )
        #expect(
            try await client.ask("route ch:1=/etc/passwd.sf2").last?.hasPrefix("ERR 77 ") ?? false
        )
        try await run.end()
    }

    @Test("stays as it is if another cannot be used")
    func refusals() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let path = try rack(in: run.place)
        #expect(try await client.ask("play \(try song(in: run.place))").last == "OK")
        #expect(try await client.ask("load-rack \(path)") == ["OK"])
        let before = try await client.ask("rack")
        try run.place.folder.write(Array(#"{"samplers":[{"name":"a"}]}"#.utf8), to: "bad.json")
        try run.place.folder.write(
            Array(
                #"{"samplers":[{"name":"a","fonts":["\#(run.place.font)"],"output":"3-4"}]}"#.utf8
            ),
            to: "pairs.json"
        )
        for (command, error) in [
            ("load-rack /none.json", "ERR 66 /none.json: "),
            ("load-rack \(run.place.folder.path("bad.json"))", "ERR 65 "),
            (
                "load-rack \(run.place.folder.path("pairs.json"))",
                "ERR 64 output of a: output pairs"
            ),
            ("route ch:1=/none.sf2", "ERR 66 "),
            ("route ch:1=drums.sf2", #"ERR 64 sampler "drums": drums.sf2: not an absolute path"#),
            ("route ch:17=lead", #"ERR 64 route: "ch:17=lead": "#),
            ("route ch:1=led", #"ERR 64 route: ch:1=led: "led" is neither a sampler nor a file"#),
            ("unroute ch:9=lead", #"ERR 64 unroute: "ch:9=lead": no such route; there are none"#),
            ("load-rack \(run.song)", "ERR 65 "),
        ] {
            let answer = try await client.ask(command)
            #expect(answer.last?.hasPrefix(error) ?? false, "\(command): \(answer)")
            #expect(try await client.ask("rack") == before)
        }
        try await waitForSound(of: ["lead"], client)
        try await run.end()
    }
}
