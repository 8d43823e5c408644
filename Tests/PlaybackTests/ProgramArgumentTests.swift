import SamplerHost
import Testing

@testable import Playback

@Suite("The preset of a part")
struct ProgramArgumentTests {
    private static let presets = [
        preset(0, 0, "Grand Piano"), preset(0, 1, "Bright Piano"), preset(0, 40, "Violin"),
        preset(0, 41, "Viola"), preset(0, 66, "Tenor  Sax"), preset(8, 66, "Tenor Sax"),
        preset(128, 25, "Power"),
    ]

    private static func preset(_ bank: Int, _ program: Int, _ name: String) -> Preset {
        Preset(bank: bank, program: program, name: name)
    }

    private func preset(_ text: String) throws -> String? {
        var rack = RackSettings(SamplerSettings(fonts: [SoundFontReference(path: "a.sf2")]))
        try rack.add([try ProgramArgument(parsing: text)]) { _ in Self.presets }
        return rack.programs.first?.preset.description
    }

    @Test(
        "is chosen by bank and program, by program, or by name",
        arguments: [
            ("4=0:40", "0:40"), ("track:Lead=16383:127", "16383:127"), ("ch:4=40", "0:40"),
            ("10=25", "128:25"), ("ch:2/10=25", "128:25"), ("track:Drums=25", "0:25"),
            ("4=violin", "0:40"), ("4=Tenor Sax", "0:66"), ("4=sax", "0:66"), ("4=viola", "0:41"),
            ("4=grand", "0:0"), ("all=power", "128:25"), ("track:a\\=b=violin", "0:40"),
        ]
    )
    func choices(_ text: String, _ expected: String) throws {
        #expect(try preset(text) == expected)
    }

    @Test(
        "is refused where it means nothing, or several",
        arguments: [
            ("4", "expected PART=PRESET"), ("4=", "expected a preset after"),
            ("Lead=3", "did you mean the track, track:Lead?"), ("17=3", "channels are 1 to 16"),
            ("4=0:128", "expected BANK:PROGRAM"), ("4=128", "expected BANK:PROGRAM"),
            ("input:Key*=3", "for a live source by name use a route"),
            ("4=Volin", "no preset has this in its name; did you mean \"Violin\"?"),
            ("4=piano", "0:0 \"Grand Piano\", 0:1 \"Bright Piano\""),
        ]
    )
    func refusals(_ text: String, _ expected: String) {
        #expect {
            try preset(text)
        } throws: {
            "\($0)".contains(expected)
        }
    }

    @Test("has a name of General MIDI for a MIDI output, and of the sampler's font for a route")
    func places() throws {
        var rack = RackSettings(samplers: [])
        try rack.add([try ProgramArgument(parsing: "1=tubular")]) { _ in nil }
        #expect(rack.programs[0].preset.description == "0:14")
        let route = try RouteArgument(parsing: "2=b.sf2@viola")
        var asked: [String] = []
        try rack.add(
            [route],
            settings: SamplerSettings(fonts: []),
            presets: {
                asked.append($0.path)
                return Self.presets
            },
            fontExists: { _ in true }
        )
        #expect(rack.rules[0].destinations[0].preset?.description == "0:41")
        #expect(asked == ["b.sf2"])
    }

    @Test("is looked up in the fonts of the sampler that the part is routed to first")
    func ownFonts() throws {
        var rack = RackSettings(SamplerSettings(fonts: [SoundFontReference(path: "gm.sf2")]))
        let own = SamplerSettings(fonts: [SoundFontReference(path: "strings.sf2")])
        rack.samplers = [.init(name: "strings", settings: own)]
        rack.rules = [.init(source: .trackName("Lead"), destinations: [.init(sampler: "strings")])]
        let texts = ["track:Lead=Violin", "track:Lead=Tuba", "track:Bass=Violin"]
        try rack.add(try texts.map { try ProgramArgument(parsing: $0) }) { font in
            font.path == "gm.sf2"
                ? [Self.preset(0, 40, "Violin"), Self.preset(0, 58, "Tuba")]
                : [Self.preset(3, 7, "Solo Violin")]
        }
        #expect(rack.programs.map(\.preset.description) == ["3:7", "0:58", "0:40"])
        // Only where all of the part goes there; a name of several presets there is refused.
        rack.rules = [.init(source: .all, destinations: [.init(sampler: "strings")])]
        rack.rules[0].channels = 1
        let presets: PresetNames.Source = { font in
            font.path == "gm.sf2"
                ? [Self.preset(0, 40, "Violin")]
                : [Self.preset(3, 7, "Solo Violin"), Self.preset(3, 8, "Old Violin")]
        }
        try rack.add([try ProgramArgument(parsing: "track:Bass=Violin")], presets: presets)
        #expect(rack.programs[0].preset.description == "0:40")
        #expect(throws: RoutingSyntaxError.self) {
            try rack.add([try ProgramArgument(parsing: "ch:1=Violin")], presets: presets)
        }
    }

    @Test("keeps its numbers in place of its name")
    func numbers() throws {
        let argument = try ProgramArgument(parsing: "track:a\\=b=Violin")
        #expect(argument.text(choosing: .init(bank: 0, program: 40)) == "track:a\\=b=0:40")
    }
}
