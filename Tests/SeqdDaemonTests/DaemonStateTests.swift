import ControlProtocol
import Effects
import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The document of the daemon's state")
struct DaemonStateTests {
    /// The lengths of a file in ticks per quarter, and of one with SMPTE time.
    private static let lengths = [
        #"{"ticksPerQuarter":480,"ticks":960,"frames":48000,"rate":48000}"#,
        #"{"framesPerSecond":29,"ticksPerFrame":80,"ticks":7,"frames":0,"rate":44100}"#,
    ]

    /// A document with the members of a state.
    private static func document(_ members: String, version: Int = 1) -> [UInt8] {
        Array(#"{"version":\#(version),"daemon":{\#(members)}}"#.utf8)
    }

    /// A document with an entry of the queue.
    private static func document(entry members: String) -> [UInt8] {
        document(
            #""entries":[{\#(members)"embeddedFont":true,"length":\#(lengths[0])}],"current":1"#
        )
    }

    /// A state of which nothing is as at first.
    private static func full() throws -> DaemonState {
        let entries = #"""
            "entries":[
              {"path":"/a \"b\".mid","pattern":2,"encoding":"EUC-KR","embeddedFont":true,
               "length":\#(lengths[0])},
              {"path":"/é.kar","embeddedFont":false,"length":\#(lengths[1])}
            ],"current":2
            """#
        var state = try StateDocument(document(entries)).state
        state.transport = .playing
        state.hasEnded = true
        state.ticks = 12_345
        state.speed = try #require(Speed(numerator: 1, denominator: 3))
        state.tempo = Tempo(beatsPerMinute: 92.123456789)
        let (from, to) = (try Position(parsing: "@A..B \"c\""), try Position(parsing: "9:1"))
        state.loop = .between(PositionRange(from: from, to: to))
        state.loopCount = 3
        state.transpose = -12
        state.chasesNotes = true
        state.modes.isRandom = true
        state.modes.isConsuming = true
        state.modes.crossfade = 2.5
        state.hasMetronome = true
        state.watch = .bar
        var follow = SyncSettings(.mtc)
        follow.input = 1
        follow.start = 3_600
        state.follow = DaemonState.Setting(value: follow, option: nil)
        var map = ControllerMap(.cc, 20, "gain {}")
        (map.input, map.mode, map.step, map.wraps) = (1, .signMagnitude, 0.5, true)
        state.maps = DaemonState.Setting(
            value: [SavedMap(map, role: .transport)],
            option: [SavedMap(ControllerMap(.note, 36, "next"), role: .admin)]
        )
        state.muted = try SelectorSet(parsing: "ch:2/10,track:3")
        state.soloed = try SelectorSet(parsing: "ch:1")
        state.connections = DaemonState.Setting(value: ["2=Key *"], option: ["hardware"])
        state.gain = DaemonState.Setting(value: -6.5, option: 0)
        var choice = RackChoice()
        choice.file = "/band.json"
        choice.routes = ["ch:10=/d.sf2,gain=-3"]
        choice.drums = 1 << 9
        choice.replacesFallback = true
        state.rack = DaemonState.Setting(value: choice, option: RackChoice())
        state.mixer.strips["sampler 2"] = StripSettings()
        state.mixer.strips["sampler 2"]?.gain = -.infinity
        state.mixer.strips["sampler 2"]?.isSoloed = true
        state.mixer.effects["main"] = EffectsSettings.none
        state.effectsOption = EffectsSettings()
        state.fonts = DaemonState.Setting(
            value: [SoundFontReference(path: "/a+1", bankOffset: 128)],
            option: [SoundFontReference(path: "/c+128")]
        )
        state.fontEngine = DaemonState.Setting(value: .seqd, option: .fluidSynth)
        state.scenes = [
            SavedScene(
                name: "verse",
                rack: choice,
                fonts: [SoundFontReference(path: "/a+1", bankOffset: 128)],
                engine: .seqd,
                mixer: state.mixer,
                maps: [SavedMap(ControllerMap(.program, 5, "scene verse"), role: .transport)]
            )
        ]
        state.recording = DaemonState.Recording(path: "/t.mid", journal: "/t.mid.part")
        var left = DaemonState.Recording(path: "/u.mid", journal: "/u.mid.part2", replaces: true)
        left.attempts = 3
        state.leftRecordings = [left]
        return state
    }

    @Test("is read as it was written")
    func roundTrip() throws {
        let state = try Self.full()
        #expect(state.entries.map(\.path) == ["/a \"b\".mid", "/é.kar"])
        #expect(state.entries.map(\.pattern) == [2, nil])
        #expect(state.entries[0].settings.encoding == "EUC-KR")
        #expect(state.entries[0].length.seconds(at: nil) == 1)
        #expect(state.current == 1)
        #expect(try StateDocument(StateDocument(state).bytes()).state == state)
        #expect(try StateDocument(StateDocument(DaemonState()).bytes()).state == DaemonState())
        for loop in [LoopSetting.off, .whole, .file] {
            var other = state
            other.loop = loop
            #expect(try StateDocument(StateDocument(other).bytes()).state == other)
        }
    }

    @Test("is refused wherever it is cut off")
    func truncation() throws {
        let bytes = try StateDocument(try Self.full()).bytes()
        // Only the line's end may be missing.
        for count in 0..<(bytes.count - 1) {
            #expect(throws: RequestError.self, "\(count) bytes") {
                try StateDocument(Array(bytes.prefix(count)))
            }
        }
        #expect(throws: Never.self) { try StateDocument(bytes.dropLast()) }
    }

    @Test("never traps, whatever byte is damaged")
    func damage() throws {
        let bytes = try StateDocument(try Self.full()).bytes()
        for index in bytes.indices {
            for byte in [UInt8(0), 0x30, 0x39, 0x22, 0x7D, 0xFF, bytes[index] ^ 1] {
                var damaged = bytes
                damaged[index] = byte
                guard let state = try? StateDocument(damaged).state else { continue }
                // It is as good as any other then.
                _ = state.entries.map { $0.length.seconds(at: state.tempo) }
                #expect(state.current.map(state.entries.indices.contains) ?? true)
            }
        }
    }

    @Test("has defaults for what is missing, and ignores what it does not know")
    func defaults() throws {
        #expect(try StateDocument(Self.document("")).state == DaemonState())
        let newer = try StateDocument(Self.document(#""transpose":3,"later":{"a":[1]}"#)).state
        #expect(newer.transpose == 3)
        let recording = #""recording":{"path":"/a","journal":"/b"}"#
        #expect(
            try StateDocument(Self.document(recording)).state.recording
                == DaemonState.Recording(path: "/a", journal: "/b")
        )
    }

    @Test(
        "names what is wrong",
        arguments: [
            ("", "not a JSON document"),
            ("[1]", "expected an object"),
            (#"{"daemon":{}}"#, #"missing key "version""#),
            (#"{"version":2,"daemon":{}}"#, "version: expected 1, not 2"),
            (#"{"version":1}"#, #"missing key "daemon""#),
            (#"{"version":1,"daemon":{"transpose":49}}"#, "transpose: expected -48 to 48, not 49"),
            (#"{"version":1,"daemon":{"gain":{"value":25,"option":0}}}"#, "gain: expected -60"),
            (#"{"version":1,"daemon":{"speed":"x"}}"#, #"speed: cannot be "x""#),
            (#"{"version":1,"daemon":{"state":"late"}}"#, #"state: cannot be "late""#),
            (#"{"version":1,"daemon":{"ticks":-1}}"#, "ticks: expected 0 to"),
            (#"{"version":1,"daemon":{"muted":["?"]}}"#, "muted: expected selectors"),
        ]
    )
    func faults(_ text: String, _ problem: String) {
        let error = #expect(throws: RequestError.self) { try StateDocument(Array(text.utf8)) }
        #expect(error?.code == .data)
        #expect(error?.message.contains(problem) ?? false, "\(String(describing: error))")
    }

    @Test(
        "has entries that a queue can have",
        arguments: [#""path":"a.mid","#, #""path":"/a\u0000","#, #""path":"/a","pattern":0,"#, ""]
    )
    func entries(_ members: String) {
        #expect(throws: RequestError.self) { try StateDocument(Self.document(entry: members)) }
        #expect(throws: Never.self) { try StateDocument(Self.document(entry: #""path":"/a","#)) }
    }

    @Test("has settings that lose against an option that has changed since")
    func settings() {
        let setting = DaemonState.Setting(value: -6.0, option: -3)
        #expect(setting.value(for: -3) == -6)
        #expect(setting.value(for: 0) == 0)
    }
}
