import SamplerHost
import Testing

@testable import Playback

@Suite("A route")
struct RouteArgumentTests {
    /// The rack that routes make, of fonts that all exist.
    private func rack(
        _ routes: String...,
        over rack: RackSettings = RackSettings(samplers: [])
    ) throws -> RackSettings {
        var rack = rack
        try rack.add(
            try routes.map { text in try RouteArgument(parsing: text) },
            settings: SamplerSettings(fonts: [])
        ) { $0.hasSuffix(".sf2") || $0 == "plain" }
        return rack
    }

    @Test("leads a track to a sampler of its own, named after the font")
    func track() throws {
        let rack = try rack("track:Bass=fonts/bass.sf2")
        #expect(rack.samplers.map(\.name) == ["bass"])
        #expect(rack.samplers[0].settings.fonts == [SoundFontReference(path: "fonts/bass.sf2")])
        #expect(
            rack.rules == [
                RoutingRule(
                    source: .trackName("Bass"),
                    destinations: [RoutingDestination(sampler: "bass")]
                )
            ]
        )
    }

    @Test("keeps the name of its sampler when others come and go")
    func keptNames() throws {
        func names(_ routes: [String], keeping names: [String: [String]]) throws -> [String] {
            var rack = RackSettings(samplers: [])
            try rack.add(
                try routes.map { text in try RouteArgument(parsing: text) },
                settings: SamplerSettings(fonts: []),
                keeping: names
            ) { _ in true }
            return rack.rules.flatMap(\.destinations).map(\.sampler)
        }
        let routes = ["ch:6=a.sf2", "ch:5=a.sf2"]
        #expect(try names(routes, keeping: [:]) == ["a", "a 2"])
        #expect(try names(routes, keeping: ["ch:5=a.sf2": ["a"]]) == ["a 2", "a"])
        #expect(try names(["ch:6=a.sf2"], keeping: ["ch:6=a.sf2": ["a 2"]]) == ["a 2"])
        // An explicit name has priority.
        let taken = ["ch:5=a.sf2", "ch:6=b.sf2,name=a"]
        #expect(try names(taken, keeping: ["ch:5=a.sf2": ["a"]]) == ["a 2", "a"])
    }

    @Test("has a preset, and options of the strip, of the rule and of the destination")
    func options() throws {
        let rack = try rack(
            "ch:2/10=drums.sf2@128:25,gain=-3.5,pan=-20,reverb=-6,chorus=-inf,tune=10,name=kit,"
                + "channel=9,transpose=-2,keys=35-51,velocities=10-127,velocity=fixed:90,"
                + "kinds=notes+bends,drums"
        )
        let sampler = rack.samplers[0]
        #expect(sampler.name == "kit")
        #expect(sampler.strip.gain == -3.5)
        #expect(sampler.strip.pan == -20)
        #expect(sampler.strip.reverbSend == -6)
        #expect(sampler.strip.chorusSend == -.infinity)
        #expect(sampler.strip.fineTune == 10)
        #expect(sampler.strip.transpose == 0)
        let rule = rack.rules[0]
        #expect(rule.source == .port(2))
        #expect(rule.channels == 1 << 9)
        #expect(rule.keys == 35...51)
        #expect(rule.velocities == 10...127)
        #expect(rule.kinds == [.notes, .bends])
        var destination = RoutingDestination(sampler: "kit")
        destination.channel = 8
        destination.transpose = -2
        destination.velocity = .fixed(90)
        destination.preset = RoutingDestination.FixedPreset(bank: 128, program: 25)
        destination.isDrums = true
        #expect(rule.destinations == [destination])
    }

    @Test("is the same with its presets by numbers")
    func numbers() throws {
        let presets: [RoutingDestination.FixedPreset?] = [.init(bank: 0, program: 40), nil]
        for (text, expected) in [
            ("1=a.sf2@Violin,keys=1-5", "1=a.sf2@0:40,keys=1-5"),
            ("1=a.sf2+128@Violin+b.sf2,pan=1", "1=a.sf2+128@0:40+b.sf2,pan=1"),
            (#"track:\@=a\,b.sf2@Violin+c\+.sf2"#, #"track:\@=a\,b.sf2@0:40+c\+.sf2"#),
            ("1=a.sf2@40+b.sf2", "1=a.sf2@40+b.sf2"),
            (#"1=a.sf2\@Violin"#, #"1=a.sf2\@Violin"#),
        ] {
            let route = try RouteArgument(parsing: text)
            let given = Array(presets.prefix(route.targets.count))
            #expect(route.text(choosing: given) == expected)
        }
    }

    @Test("can be a layer, whose fonts have offsets and presets")
    func layer() throws {
        let rack = try rack("1=piano.sf2+strings.sf2+128@0:48+pad.sf2@1:2,gain=-6")
        #expect(rack.samplers.map(\.name) == ["piano", "strings", "pad"])
        #expect(rack.samplers.map(\.settings.fonts[0].bankOffset) == [0, 128, 0])
        #expect(rack.samplers.allSatisfy { $0.strip.gain == -6 })
        #expect(rack.rules[0].destinations.map(\.sampler) == ["piano", "strings", "pad"])
        #expect(
            rack.rules[0].destinations.map { $0.preset?.description } == [nil, "0:48", "1:2"]
        )
    }

    @Test("drops events with none")
    func none() throws {
        let rack = try rack("ch:16=none")
        #expect(rack.samplers.isEmpty)
        var rule = RoutingRule(source: .all, destinations: [])
        rule.channels = 1 << 15
        #expect(rack.rules == [rule])
    }

    @Test("drops a part of the events with none")
    func nonePartly() throws {
        let rack = try rack("ch:16=none,keys=0-40,kinds=notes")
        #expect(rack.rules[0].keys == 0...40 && rack.rules[0].destinations.isEmpty)
    }

    @Test(
        "has names with separators after backslashes",
        arguments: [
            (#"all=a\=b.sf2"#, "a=b.sf2"), (#"all=a\,b.sf2"#, "a,b.sf2"),
            (#"all=a\@0:1.sf2"#, "a@0:1.sf2"), (#"all=a\+b.sf2"#, "a+b.sf2"),
            (#"all=a\\b.sf2"#, #"a\b.sf2"#), (#"all=a=b.sf2"#, "a=b.sf2"),
            (#"track:a\=b=c.sf2"#, "c.sf2"),
        ]
    )
    func escapes(_ text: String, _ path: String) throws {
        #expect(try rack(text).samplers[0].settings.fonts == [SoundFontReference(path: path)])
    }

    @Test("leads to a sampler that exists: one of the rack, or of a route before")
    func existing() throws {
        let base = try rack("all=bass.sf2,name=808")
        let rack = try rack(
            "track:A=808@0:33",
            "track:B=low.sf2,name=low",
            // Without the backslash, 808 would be an offset.
            #"track:C=low+\808,transpose=12"#,
            over: base
        )
        #expect(rack.samplers.map(\.name) == ["808", "low"])
        #expect(
            rack.rules.map { $0.destinations.map(\.sampler) }
                == [["808"], ["low"], ["low", "808"], ["808"]]
        )
        #expect(rack.rules.map(\.source).last == .all, "the rack's own rules come last")
    }

    @Test("gives two samplers of one font different names")
    func names() throws {
        let rack = try rack("1=a.sf2", "2=x/a.sf2", "3=b.sf2,name=a 3", "4=A.SF2", "5=a.sf2")
        #expect(rack.samplers.map(\.name) == ["a", "a 2", "a 3", "A", "a 4"])
    }

    @Test(
        "that cannot be read is an error",
        arguments: [
            ("bass.sf2", "expected SELECTOR=FONT, such as track:Bass=bass.sf2"),
            ("ch:17=a.sf2", #""ch:17": channels are 1 to 16"#),
            ("port:0=a.sf2", #""port:0": ports are 1 to 256"#),
            ("track:=a.sf2", #""track:": expected a name or a number"#),
            ("bass=a.sf2", #""bass": did you mean the track, track:bass?"#),
            (
                "tracks:1=a.sf2",
                #""tracks:1": expected track:Bass, track:3, ch:10, ch:2/10, port:2, device:NAME, "#
                    + "input:1, input:NAME, socket or all"
            ),
            ("1=", #"expected a SoundFont, a sampler or none; a + in a name is written \+"#),
            ("1=c++.sf2", #"expected a SoundFont, a sampler or none; a + in a name is written \+"#),
            (
                "1=a@128:",
                #""128:": expected BANK:PROGRAM, such as 0:48 (banks 0 to 16383, programs 0 to 127)"#
                    + #"; an @ in a name is written \@"#
            ),
            ("1=a.sf2+16384", "+16384: expected an offset of 0 to 16383"),
            ("10=none,gain=-3", #"gain: needs a destination, and "none" plays nothing"#),
            ("10=none,name=x", #"name: needs a destination, and "none" plays nothing"#),
            ("10=none,channel=3", #"channel: needs a destination, and "none" plays nothing"#),
            ("1=a.sf2,gian=3", #"unknown option "gian"; did you mean gain?"#),
            (
                "1=a.sf2,zzz=3",
                #"unknown option "zzz"; the options are: name, gain, pan, reverb, chorus, tune, "#
                    + "tuning, mapping, a4, engine, polyphony, output, channel, transpose, keys, "
                    + "velocities, velocity, kinds, changes, drums"
            ),
            ("1=a.sf2,gain", "gain: expected gain=VALUE"),
            ("1=a.sf2,gain=13", #"gain: expected -inf, or -200 to 12 dB, not "13""#),
            ("1=a.sf2,gain=nan", #"gain: expected -inf, or -200 to 12 dB, not "nan""#),
            ("1=a.sf2,pan=200", #"pan: expected -100 (left) to 100 (right), not "200""#),
            ("1=a.sf2,pan=1,pan=2", "pan: given more than once"),
            (
                "1=a.sf2,engine=csound",
                #"engine: expected one of auto, fluidsynth, seqd, not "csound""#
            ),
            ("1=none,engine=seqd", #"engine: needs a destination, and "none" plays nothing"#),
            ("1=a.sf2,polyphony=0", #"polyphony: expected 1 to 65535 voices, not "0""#),
            ("1=a.sf2,drums=maybe", #"drums: expected yes or no, not "maybe""#),
            ("1=a+b,name=c", "name= names one sampler, and this layer has 2"),
            ("1=a+b+c+d+e", "expected at most 4 layers, not 5"),
        ]
    )
    func faults(_ text: String, _ message: String) {
        let error = #expect(throws: RoutingSyntaxError.self) { try RouteArgument(parsing: text) }
        #expect(error?.description == message)
    }

    @Test("that does not fit the rack is an error with the route")
    func misfits() throws {
        func message(_ routes: String...) throws -> String? {
            var rack = try rack("all=bass.sf2")
            return #expect(throws: RoutingSyntaxError.self) {
                try rack.add(
                    try routes.map { text in try RouteArgument(parsing: text) },
                    settings: SamplerSettings(fonts: [])
                ) { _ in false }
            }?.description
        }
        #expect(
            try message("1=bas")
                == #"1=bas: "bas" is neither a sampler nor a file; did you mean "bass"?"#
        )
        #expect(
            try message("1=bass,gain=1")
                == "1=bass,gain=1: gain belongs where the sampler \"bass\" is made; "
                + "for a file of that name write ./bass"
        )
        #expect(try message("1=a.sf2,name=bass") == "name=bass: the name of another sampler")
        #expect(
            try message("1=a.sf2,name=x", "2=b.sf2,name=x") == "name=x: the name of another sampler"
        )
        #expect(
            try message("1=a.sf2,name=metronome")
                == "name=metronome: not a name for a sampler; it means the strip of the metronome"
        )
        let many = (1...65).map { "1=\($0).sf2" }
        #expect(
            #expect(throws: RoutingSyntaxError.self) {
                var rack = RackSettings(samplers: [])
                try rack.add(
                    try many.map { text in try RouteArgument(parsing: text) },
                    settings: SamplerSettings(fonts: [])
                ) { _ in true }
            }?.description == "1=65.sf2: one sampler too many; a rack has at most 64"
        )
    }

    @Test("gives a sampler no name that means something else")
    func reservedNames() throws {
        let rack = try rack("1=metronome.sf2", "2=master.sf2", "3=none.sf2", "4=a/master.sf2")
        #expect(rack.samplers.map(\.name) == ["metronome 2", "master 2", "none 2", "master 3"])
        #expect(throws: Never.self) { try rack.check() }
    }

    @Test("leads to MIDI outputs, which need no sampler")
    func outputs() throws {
        var rack = RackSettings(samplers: [])
        try rack.add(
            ["ch:1=out:1", "ch:2=out:16/10@8:40,transpose=12", "ch:3=out:2+piano.sf2"]
                .map { text in try RouteArgument(parsing: text) },
            settings: SamplerSettings(fonts: [])
        ) { _ in true }
        let destinations = rack.rules.map(\.destinations)
        #expect(destinations[0] == [RoutingDestination(sampler: "out:1")])
        #expect(destinations[1][0].sampler == "out:16")
        #expect(destinations[1][0].channel == 9)
        #expect(destinations[1][0].preset == .init(bank: 8, program: 40))
        #expect(destinations[1][0].transpose == 12)
        #expect(destinations[2].map(\.sampler) == ["out:2", "piano"])
        #expect(rack.samplers.map(\.name) == ["piano"])
        #expect(rack.midiOutputs == 16)
        #expect(throws: Never.self) { try rack.check() }
    }

    @Test(
        "names outputs that there are",
        arguments: [
            ("ch:1=out:0", "expected out:1 to out:16"), ("ch:1=out:17", "expected out:1 to out:16"),
            ("ch:1=out:1/17", "expected out:1 to out:16"),
            ("ch:1=out:1,gain=-3", "gain belongs to a sampler"),
        ]
    )
    func misnamedOutputs(_ text: String, _ message: String) throws {
        var rack = RackSettings(samplers: [])
        let route = try RouteArgument(parsing: text)
        let error = #expect(throws: RoutingSyntaxError.self) {
            try rack.add([route], settings: SamplerSettings(fonts: [])) { _ in true }
        }
        #expect(error?.description.contains(message) ?? false, "\(String(describing: error))")
    }
}
