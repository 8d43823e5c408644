import Effects
import TestSupport
import Testing

@testable import Playback
@testable import SamplerHost

@Suite("A rack in a file")
struct RackFileTests {
    private static let band = #"""
        {
          "schema": 1,
          "samplers": [
            {"name": "bass", "fonts": ["bass.sf2"], "gain": -3, "pan": -20, "reverb": "-inf",
             "channels": {"10": {"mute": true}, "1": {"tune": 12.5}}},
            {"name": "strings", "fonts": ["/fonts/a.sf2+128", {"path": "b+1", "bankOffset": 2}],
             "effects": "hall", "bankMode": "xg", "halfPedal": true, "polyphony": 64, "shards": 1, "solo": true, "transpose": -12}
          ],
          "rules": [
            {"from": "track:Bass", "to": "bass", "channel": 1, "preset": "0:33", "transpose": -12,
             "keys": "C2-B3", "velocities": "1-90", "velocityCurve": "power:0.5",
             "kinds": ["notes", "bends"], "drums": false},
            {"from": "ch:2/10", "to": ["bass", {"sampler": "strings", "transpose": 7}]},
            {"from": {"track": "3"}, "channels": "1-4,10", "to": []}
          ],
          "fallback": {"name": "rest", "fonts": ["gm.sf2"]},
          "changes": ["cc2:cc11", "cc1:none"],
          "drums": "10,11",
          "effects": {"hall": {"reverb": "large-hall", "chorus": null}}
        }
        """#

    /// A rack of 65 samplers.
    private static var large: String {
        let samplers = (1...65).map { number in #"{"name":"a\#(number)","fonts":["b"]}"# }
        return #"{"samplers":["# + samplers.joined(separator: ",") + "]}"
    }

    @Test("has tunings of samplers and channels, with files next to it")
    func tunings() throws {
        let text = #"""
            {"samplers": [{"name": "a", "fonts": ["a.sf2"], "tuning": "x.scl", "mapping": "/y.kbm",
              "channels": {"3": {"gain": -1, "tuning": "z.scl", "a4": 415}}}]}
            """#
        let sampler = try RackFile.parse(text, path: "racks/a.json").samplers[0]
        #expect(sampler.settings.tuning.scale == "racks/x.scl")
        #expect(sampler.settings.tuning.mapping == "/y.kbm")
        #expect(sampler.channels[2]?.gain == -1)
        #expect(sampler.channelTunings[2]?.scale == "racks/z.scl")
        #expect(sampler.channelTunings[2]?.a4 == 415)
    }

    @Test("has clips, with files next to it")
    func clips() throws {
        let text = #"""
            {"samplers": [], "clips": [
              {"file": "a.wav", "at": "9:1", "loop": "yes", "inserts": "eq,warm"}, {"file": "/b.flac"}
            ]}
            """#
        let rack = try RackFile.parse(text, path: "racks/a.json")
        #expect(rack.clips.map(\.path) == ["racks/a.wav", "/b.flac"])
        #expect(rack.clips[0].plays == .infinity && rack.clips[0].inserts.count == 1)
        #expect(try RackFile.parse(RackFile.text(rack), path: "a.json") == rack)
        let many = repeatElement(#"{"file": "/a"}"#, count: 65).joined(separator: ",")
        let error = #expect(throws: PlaybackError.self) {
            try RackFile.parse("{\"clips\": [\(many)]}", path: "a.json")
        }
        #expect(error?.message == "a.json: clips: 65 clips, expected at most 64")
    }

    @Test("has samplers, rules and a fallback, with fonts next to the file")
    func reading() throws {
        let rack = try RackFile.parse(Self.band, path: "racks/band.json")
        let bass = rack.samplers[0]
        #expect(bass.name == "bass")
        #expect(bass.settings.fonts == [SoundFontReference(path: "racks/bass.sf2")])
        #expect(bass.strip.gain == -3)
        #expect(bass.strip.pan == -20)
        #expect(bass.strip.reverbSend == -.infinity)
        #expect(bass.channels[9]?.isMuted == true)
        #expect(bass.channels[0]?.fineTune == 12.5)
        let strings = rack.samplers[1]
        #expect(
            strings.settings.fonts == [
                SoundFontReference(path: "/fonts/a.sf2", bankOffset: 128),
                SoundFontReference(path: "racks/b+1", bankOffset: 2),
            ]
        )
        #expect(strings.effects == "hall")
        #expect(rack.effects["hall"]?.reverb == (try ReverbParameters.parsing("large-hall")))
        #expect(rack.effects["hall"]?.chorus == nil)
        #expect(strings.settings.bankMode == .xg)
        #expect(strings.settings.halfPedal)
        #expect(strings.settings.polyphony == 64)
        #expect(strings.settings.shards == 1)
        #expect(strings.strip.isSoloed)
        #expect(strings.strip.transpose == -12)

        #expect(rack.rules[0].source == .trackName("Bass"))
        #expect(rack.rules[0].channels == .max)
        #expect(rack.rules[0].keys == 36...59)
        #expect(rack.rules[0].velocities == 1...90)
        #expect(rack.rules[0].kinds == [.notes, .bends])
        let destination = try #require(rack.rules[0].destinations.first)
        #expect(destination.channel == 0)
        #expect(destination.preset == RoutingDestination.FixedPreset(bank: 0, program: 33))
        #expect(destination.transpose == -12)
        #expect(destination.velocity == .power(0.5))
        #expect(destination.isDrums == false)
        #expect(rack.rules[1].source == .port(2))
        #expect(rack.rules[1].channels == 1 << 9)
        #expect(rack.rules[1].destinations.map(\.sampler) == ["bass", "strings"])
        #expect(rack.rules[1].destinations[1].transpose == 7)
        #expect(rack.rules[2].source == .trackName("3"))
        #expect(rack.rules[2].channels == 0b10_0000_1111)
        #expect(rack.rules[2].destinations.isEmpty)
        #expect(rack.fallback?.name == "rest")
        #expect(rack.fallback?.settings.fonts == [SoundFontReference(path: "racks/gm.sf2")])
        #expect(rack.drumChannels == 0b110_0000_0000)
    }

    @Test("is written as it was, and with lines for people")
    func writing() throws {
        let rack = try RackFile.parse(Self.band, path: "band.json")
        let text = RackFile.text(rack)
        #expect(try RackFile.parse(text, path: "band.json") == rack)
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count < 100 })
        var plain = RackSettings(samplers: [])
        plain.rules = [RoutingRule(source: .all, destinations: [])]
        #expect(
            RackFile.text(plain) == """
                {
                  "schema": 1,
                  "rules": [{ "from": "all", "to": [] }]
                }

                """
        )
    }

    @Test(
        "has samplers with names of their own, and not too many",
        arguments: [
            (
                #"{"samplers":[{"name":"metronome","fonts":["b"]}]}"#,
                #"samplers[0].name: a sampler cannot have the name "metronome", which means the "#
                    + "strip of the metronome"
            ),
            (
                #"{"fallback":{"name":"effects:main","fonts":["b"]}}"#,
                #"fallback.name: a sampler cannot have the name "effects:main", which means an "#
                    + "effects bus"
            ),
            (large, "samplers: 65 samplers, expected at most 64"),
        ]
    )
    func samplers(_ text: String, _ message: String) {
        faults(text, message)
    }

    @Test(
        "with a fault is an error with its position",
        arguments: [
            ("[", "line 1, column 2: not JSON: expected a value"),
            ("{\n \"samplers\": [,]}", "line 2, column 15: not JSON: expected a value"),
            ("[]", "expected an object, not a list"),
            (#"{"schema":2}"#, "schema: expected 1, not 2"),
            (#"{"sampler":[]}"#, #"sampler: unknown key; did you mean "samplers"?"#),
            (
                #"{"zzz":1}"#,
                "zzz: unknown key; the keys are: schema, samplers, rules, changes, programs, fallback, drums, clips, effects, "
                    + "outputs, inserts, automation"
            ),
            (#"{"samplers":[{"fonts":["a"]}]}"#, "samplers[0].name: missing"),
            (
                #"{"fallback":{"name":"a","fonts":["b"],"effects":"hall"},"effects":{"cave":{}}}"#,
                #"fallback.effects: no effects bus "hall"; the rack has: cave, main"#
            ),
            (
                #"{"effects":{"cave":{"reverb":"damp"}}}"#,
                """
                effects.cave.reverb: no reverb "damp"; expected off, default, room, plate, small-hall, \
                medium-hall, large-hall, cathedral, delay, panning-delay, or KEY=VALUE,…; the keys are \
                time, room-size, damping, size, width, level, delay, feedback, type
                """
            ),
            (#"{"samplers":[{"name":"a"}]}"#, "samplers[0].fonts: missing"),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"a4":300}]}"#,
                "samplers[0].a4: expected 330 to 590 Hz, not 300"
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"mapping":"x.kbm"}]}"#,
                "samplers[0].mapping: a keyboard mapping needs a tuning"
            ),
            (
                #"{"samplers":[{"name":"a","fonts":[]}]}"#,
                "samplers[0].fonts: expected at least one"
            ),
            (
                #"{"samplers":[{"name":"a","fonts":[7]}]}"#,
                "samplers[0].fonts[0]: expected a file name, or an object with path and bankOffset"
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"gian":1}]}"#,
                #"samplers[0].gian: unknown key; did you mean "gain"?"#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"gain":40}]}"#,
                #"samplers[0].gain: expected "-inf", or -200 to 12 dB, not 40"#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"gain":"loud"}]}"#,
                #"samplers[0].gain: expected a number of dB or "-inf""#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"pan":-101}]}"#,
                "samplers[0].pan: expected -100 to 100, not -101"
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"bankMode":"gm3"}]}"#,
                #"samplers[0].bankMode: expected one of auto, gm, gm2, gs, xg, mma, mt32, not "gm3""#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"channels":{"17":{}}}]}"#,
                #"samplers[0].channels: expected keys from "1" to "16", not "17""#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"],"channels":{"2":{"pan":"x"}}}]}"#,
                #"samplers[0].channels[2].pan: expected a number, not "x""#
            ),
            (
                #"{"samplers":[{"name":"a","fonts":["b"]},{"name":"a","fonts":["b"]}]}"#,
                #"samplers[1].name: "a" is the name of another sampler"#
            ),
            (#"{"rules":[{"to":[]}]}"#, "rules[0].from: missing"),
            (#"{"rules":[{"from":"all"}]}"#, "rules[0].to: missing"),
            (
                #"{"rules":[{"from":"trak:3","to":[]}]}"#,
                #"rules[0].from: "trak:3": expected track:Bass, track:3, ch:10, ch:2/10, port:2, "#
                    + "device:NAME, input:1, input:NAME, socket or all"
            ),
            (
                #"{"rules":[{"from":7,"to":[]}]}"#,
                #"rules[0].from: expected a selector, such as "track:Bass""#
            ),
            (
                #"{"rules":[{"from":{"trak":"3"},"to":[]}]}"#,
                #"rules[0].from.trak: unknown key; did you mean "track"?"#
            ),
            (
                #"{"rules":[{"from":"ch:3","channels":"4","to":[]}]}"#,
                #"rules[0].channels: "from" names a channel already"#
            ),
            (
                #"{"rules":[{"from":"all","to":"bass"}]}"#,
                #"rules[0].to: no sampler "bass"; the rack has none"#
            ),
            (
                #"{"samplers":[{"name":"bass","fonts":["b"]}],"#
                    + #""rules":[{"from":"all","to":["bass","bas"]}]}"#,
                #"rules[0].to[1]: no sampler "bas"; did you mean "bass"?"#
            ),
            (
                #"{"rules":[{"from":"all","to":["a","b"],"channel":1}]}"#,
                #"rules[0].channel: "to" is a list: write {"sampler": "…", "channel": …} in it"#
            ),
            (
                #"{"rules":[{"from":"all","to":["a","a","a","a","a"]}]}"#,
                "rules[0].to: expected at most 4 samplers, not 5"
            ),
            (
                #"{"rules":[{"from":"all","to":[],"keys":"C9-C2"}]}"#,
                #"rules[0].keys: "C9-C2": expected keys from low to high, such as C2-B3 or 36-59 "#
                    + "(C4 is 60; 0 to 127)"
            ),
            (
                #"{"rules":[{"from":"all","to":[],"velocities":0}]}"#,
                #"rules[0].velocities: "0": expected velocities from low to high, such as 1-90 "#
                    + "(1 to 127)"
            ),
            (
                #"{"rules":[{"from":"all","to":[],"kinds":["note"]}]}"#,
                #"rules[0].kinds: "note": expected notes, controllers, programs, bends, pressures, "#
                    + "systemExclusive"
            ),
            (
                #"{"rules":[{"from":"all","to":"a","preset":"48"}]}"#,
                #"rules[0].preset: "48": expected BANK:PROGRAM, such as 0:48 (banks 0 to 16383, "#
                    + "programs 0 to 127)"
            ),
            (
                #"{"rules":[{"from":"all","to":"a","velocityCurve":"power:20"}]}"#,
                #"rules[0].velocityCurve: "power:20": expected linear, power:EXPONENT (0.1 to 10) "#
                    + "or fixed:VELOCITY (1 to 127)"
            ),
            (
                #"{"drums":"0"}"#,
                #"drums: "0": expected channels 1 to 16, such as 10 or 1-4,10"#
            ),
        ]
    )
    func faults(_ text: String, _ message: String) {
        let error = #expect(throws: PlaybackError.self) {
            try RackFile.parse(text, path: "band.json")
        }
        #expect(error?.message == "band.json: \(message)")
        #expect(error?.code == .data)
    }

    @Test("that is not there, or not text, is an error")
    func unreadable() throws {
        let folder = try TemporaryDirectory()
        let error = #expect(throws: PlaybackError.self) {
            try RackFile.read(folder.path("none.json"))
        }
        #expect(error?.code == .noInput)
        _ = try folder.write([0xFF, 0xFE], to: "bytes.json")
        let other = #expect(throws: PlaybackError.self) {
            try RackFile.read(folder.path("bytes.json"))
        }
        #expect(other?.code == .data)
    }
}
