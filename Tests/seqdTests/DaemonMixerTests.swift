import Foundation
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The mixer, as clients set it")
struct DaemonMixerTests {
    private func settings(of name: String, in strips: [String]) -> String? {
        strips.first { $0.hasPrefix("strip: ") && $0.hasSuffix(" \(name)") }?
            .components(separatedBy: " peak=").first
    }

    @Test("changes what is given and keeps the rest")
    func changes() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in [
            "play \(run.song)", "strip sampler pan=-30 tune=2.5", "strip sampler gain=3",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(
            settings(of: "sampler", in: try await client.ask("strips"))
                == "strip: gain=3 pan=-30 mute=off solo=off reverb=0 chorus=0 transpose=0 "
                + "tune=2.5 inserts=none"
        )
        // Another file is heard through the same strip.
        #expect(try await client.ask("play \(run.place.folder.path("other.mid"))").last == "OK")
        let strips = try await client.ask("strips")
        #expect(settings(of: "sampler", in: strips)?.contains("gain=3 pan=-30") ?? false)
        try await run.end()
    }

    @Test("moves over a time, or over bars of what plays")
    func moves() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(
            try await client.ask("strip master gain=-6 over=2bars")
                == ["ERR 66 over: no file loaded; expected a time, such as 8s"]
        )
        for command in [
            "gain -6 over=0.2s", "play \(run.song)", "strip sampler gain=-inf over=1bar",
            "strip sampler gain=0 pan=-50 over=1beat at=200:1", "gain 0 over=4bars",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(
            settings(of: "sampler", in: try await client.ask("strips"))?.contains("gain=-inf")
                ?? false
        )
        let expected = "expected time, bars or beats: 2s, 1m30s, 4bars, 1beat"
        for (length, message) in [
            ("0", expected), ("-1bar", expected), ("+2bars", expected), ("480t", expected),
            ("90000000s", expected), ("fast", expected),
        ] {
            let answer = try await client.ask("strip sampler gain=0 over=\(length)").last ?? ""
            #expect(answer.contains(message), "\(answer)")
        }
        #expect(
            try await client.ask("strip sampler mute=on over=2s").last
                == "ERR -32602 over: needs one of gain, pan, reverb, chorus, transpose, tune, inserts"
        )
        try await run.end()
    }

    @Test("has a strip decide on the gain of another")
    func sideChain() async throws {
        let run = try await SessionRun()
        let client = run.client()
        for command in [
            "play \(run.song)", "strip sampler inserts=compressor,sidechain=live;gate",
            "set-insert sampler 2 sidechain=sampler", "set-insert sampler 1 threshold=-30",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(
            settings(of: "sampler", in: try await client.ask("strips"))?.hasSuffix(
                "inserts=compressor,threshold=-30,sidechain=live;gate,sidechain=sampler"
            ) ?? false
        )
        for (command, message) in [
            ("set-insert sampler 1 sidechain=smpler", "did you mean \"sampler\"?"),
            (
                "strip master inserts=gate,sidechain=x",
                "no such strip; expected \"live\", \"sampler\""
            ),
            ("set-insert sampler 1 sidechain=sampler/10 at=1000:1", "has no strip of its own"),
            ("set-insert sampler 1 sidechain=", "expected the name of a strip, or none"),
        ] {
            let answer = try await client.ask(command).last ?? ""
            #expect(answer.hasPrefix("ERR 64") && answer.contains(message), "\(answer)")
        }
        try await run.end()
    }

    @Test("has the master as a strip, with the gain of gain, and a mute that lasts")
    func master() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe setting") == ["OK"])
        #expect(try await client.ask("strip master gain=-6") == ["OK"])
        let event = try await watcher.event("setting")
        #expect(event.contains("name=gain"), "\(event)")
        #expect(try await client.ask("status").contains("gain: -6"))
        #expect(try await client.ask("gain -3") == ["OK"])
        #expect(try await client.ask("strip master mute=on") == ["OK"])
        let strips = try await client.ask("strips")
        let master = settings(of: "master", in: strips) ?? ""
        #expect(master.contains("gain=-3") && master.contains("mute=on"), "\(strips)")
        #expect(try await client.ask("why").contains { $0.hasSuffix("strip master: muted") })
        #expect(
            try await client.ask("play \(run.song)") == ["warning: the master is muted", "OK"]
        )
        #expect(
            try await client.ask("strip master pan=3 at=1000:1")
                == ["ERR 64 strip \"master\": has only gain, mute and inserts"]
        )
        #expect(
            try await client.ask("strip master inserts=compressor,master;width,wide") == ["OK"]
        )
        let chain = settings(of: "master", in: try await client.ask("strips")) ?? ""
        #expect(chain.hasSuffix("inserts=compressor,master;width,wide"), "\(chain)")
        #expect(
            try await client.ask("strip master inserts=compresor").last
                == "ERR 64 inserts: no insert \"compresor\"; did you mean \"compressor\"?"
        )
        for (command, chain) in [
            ("add-insert master limiter", "compressor,master;width,wide;limiter"),
            ("add-insert master eq,warm number=1", "eq,warm;compressor,master;width,wide;limiter"),
            ("move-insert master 4 1", "limiter;eq,warm;compressor,master;width,wide"),
            ("set-insert master 3 ratio=8", "limiter;eq,warm;compressor,THRESHOLD;width,wide"),
            (
                "set-insert master 4 bypass=yes,width=0.5",
                "limiter;eq,warm;compressor,THRESHOLD;width,width=0.5,bypass=yes"
            ),
            ("remove-insert master 3", "limiter;eq,warm;width,width=0.5,bypass=yes"),
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
            let master = settings(of: "master", in: try await client.ask("strips")) ?? ""
            let expected = chain.replacingOccurrences(
                of: "THRESHOLD",
                with: "threshold=-14,ratio=8,attack=30,release=250,makeup=2"
            )
            #expect(master.hasSuffix("inserts=\(expected)"), "\(command): \(master)")
        }
        for (command, message) in [
            ("set-insert master 4 mix=0", "no insert 4; expected 1 to 3: limiter;eq,warm;width"),
            ("set-insert master 1 ceiling=3", "limiter: ceiling=3: expected -24 to 0 dBFS"),
            ("set-insert mastr 1 mix=0", "no such strip"),
            ("remove-insert live 1", "no insert 1; it has none"),
            ("add-insert master comp", "no insert \"comp\""),
            ("move-insert master 1 9", "no insert 9; expected 1 to 3"),
        ] {
            let answer = try await client.ask(command).last ?? ""
            #expect(answer.hasPrefix("ERR 64") && answer.contains(message), "\(answer)")
        }
        // Of a group, all or nothing.
        let before = settings(of: "master", in: try await client.ask("strips")) ?? ""
        for command in ["begin", "add-insert master gate", "set-insert master 4 hold=9"] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(try await client.ask("remove-insert master 5").last == "OK")
        let refused = try await client.ask("end").last ?? ""
        #expect(
            refused.contains("command 3 of the group, remove-insert: strip \"master\": no insert 5")
        )
        #expect(settings(of: "master", in: try await client.ask("strips")) == before)
        let knob = "map cc 22 \"set-insert master 1 gain={}\" min=0 max=12"
        #expect(try await client.ask(knob).last == "OK")
        #expect(try await client.ask("strip effects:main inserts=eq,low-cut=200:12") == ["OK"])
        let returns = settings(of: "effects:main", in: try await client.ask("strips")) ?? ""
        #expect(returns.hasSuffix("inserts=eq,low-cut=200:12"), "\(returns)")
        #expect(
            try await client.ask("strip effects:main gain=-3")
                == ["ERR 64 strip \"effects:main\": has only inserts"]
        )
        #expect(
            try await client.ask("strip output:3-4 inserts=gate").last?.hasPrefix("ERR 64") == true
        )
        #expect(try await client.ask("strip master gain=-1 at=1000:1").last == "OK")
        let fader = "map cc 20 \"strip master gain={}\" min=-40 max=6"
        #expect(try await client.ask(fader).last == "OK")
        let unknown = try await client.ask("map cc 21 \"strip mastr gain={}\" min=-40 max=6")
        #expect(unknown[0].hasPrefix("ERR 64 map: strip \"mastr\": no such strip"), "\(unknown)")
        let bus = try await client.ask("map cc 21 \"effect hall reverb=room\"")
        #expect(bus[0].hasPrefix("ERR 64 map: effects \"hall\": no such"), "\(bus)")
        let saved = try await run.savedState()
        #expect(saved.gain?.value == -3 && saved.mixer.strips["master"]?.isMuted == true)
        #expect(saved.mixer.strips["effects:main"]?.inserts.count == 1)
        try await run.end()
    }

    @Test(
        "refuses what it has not",
        arguments: [
            (
                "strip bass gain=1",
                #"ERR 64 strip "bass": no such strip; expected one of "live""#
            ),
            (
                "strip live",
                #"ERR -32602 strip: "live": nothing to change; usage: strip NAME [gain=DB]"#
            ),
            (
                "strip live gain=13",
                "ERR -32602 gain: \"13\": expected number, -200 to 12 dB, or -inf"
            ),
            ("strip live gain=nan", "ERR -32602 gain: \"nan\": expected number"),
            (
                "effect hall reverb=room",
                #"ERR 64 effects "hall": no such effects bus; expected one of "main""#
            ),
            (
                "effect reverb=rom",
                #"ERR -32602 reverb: no reverb "rom"; expected off, default, room"#
            ),
            ("effect chorus=speed=99", "ERR -32602 chorus: speed=99: expected"),
            ("effect", "ERR -32602 nothing to change"),
        ]
    )
    func refusals(_ command: String, _ expected: String) async throws {
        let run = try await SessionRun()
        let client = run.client()
        let answer = try await client.ask(command)
        #expect(answer.last?.hasPrefix(expected) ?? false, "\(answer)")
        #expect(
            try await client.ask("effects").first == "effects: reverb=default chorus=default main"
        )
        try await run.end()
    }
}
