import LV2
import Platform
import TestSupport
import Testing

@Suite("The plugins that are installed")
struct PluginLibraryTests {
    /// A plugin with all kinds of controls.
    private static let controls = PluginSource(
        name: "controls",
        type: "CompressorPlugin",
        ports: PluginSource.stereo + [
            PluginSource.control(
                "level",
                "lv2:minimum -60.0 ; lv2:maximum 6.5 ; lv2:default -3.0 ; units:unit units:db ;"
            ),
            PluginSource.control(
                "on",
                "lv2:portProperty lv2:toggled ; lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 1 ;"
            ),
            PluginSource.control(
                "taps",
                "lv2:portProperty lv2:integer ; lv2:default 2 ; lv2:minimum 1 ; lv2:maximum 8 ;"
            ),
            PluginSource.control(
                "mode",
                """
                lv2:portProperty lv2:enumeration, lv2:integer ; lv2:default 0 ;
                lv2:scalePoint [ rdfs:label "Very Fast, loud" ; rdf:value 3 ] ,
                  [ rdfs:label "Slow" ; rdf:value 0 ] ;
                """
            ),
            PluginSource.control(
                "cutoff",
                """
                lv2:portProperty lv2:sampleRate ; lv2:default 0.1 ; lv2:minimum 0.0 ;
                lv2:maximum 0.5 ; units:unit units:hz ;
                """
            ),
            PluginSource.control("free", "lv2:default 7 ;"),
            PluginSource.control("meter", direction: "Output"),
        ],
        run: ""
    )

    private static func folder() async throws -> PluginFolder {
        let mono = [PluginSource.audio("Input", "in"), PluginSource.audio("Output", "out")]
        let sources = [
            controls,
            PluginSource(name: "tape-echo", ports: mono, run: ""),
            PluginSource(name: "tape-stop", ports: mono, run: ""),
            PluginSource(
                name: "organ",
                type: "InstrumentPlugin",
                ports: [PluginSource.audio("Output", "out")],
                run: ""
            ),
            PluginSource(name: "meter", ports: [PluginSource.audio("Input", "in")], run: ""),
            PluginSource(
                name: "demanding",
                ports: mono,
                declaration: "lv2:requiredFeature <urn:test:magic> ;",
                run: ""
            ),
            PluginSource(
                name: "optional",
                ports: mono,
                declaration: "opts:requiredOption <urn:test:option> ;",
                run: ""
            ),
            PluginSource(
                name: "strange",
                ports: mono + ["a lv2:InputPort, <urn:test:Port> ; lv2:symbol \"odd\" ; "],
                run: ""
            ),
        ]
        return try await PluginFolder(sources, isCompiled: false)
    }

    @Test("are listed with the reasons why some cannot be inserts")
    func list() async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let plugins = folder.library.plugins
        #expect(plugins.count == 8)
        let reasons = Dictionary(uniqueKeysWithValues: plugins.map { ($0.uri, $0.obstacle) })
        #expect(reasons["urn:test:controls"] == .some(nil))
        #expect(reasons["urn:test:tape-echo"] == .some(nil))
        #expect(reasons["urn:test:organ"]??.contains("no input for sound") ?? false)
        #expect(reasons["urn:test:meter"]??.contains("no output for sound") ?? false)
        #expect(reasons["urn:test:demanding"] == "it requires the feature urn:test:magic")
        #expect(reasons["urn:test:optional"] == "it requires the feature urn:test:option")
        #expect(reasons["urn:test:strange"] == "its port \"odd\" is of an unknown kind")
        let demanding = try #require(plugins.first { $0.uri == "urn:test:demanding" })
        #expect(demanding.missingFeatures == ["urn:test:magic"])
        let controls = try #require(plugins.first { $0.uri == "urn:test:controls" })
        #expect(controls.category == "Compressor")
        #expect(controls.name == "Test controls")
        #expect(controls.typedName == "test-controls")
        #expect(controls.inputCount == 2 && controls.outputCount == 2)
    }

    @Test("have controls with ranges, units and names of values")
    func controls() async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let plugin = try folder.library.plugin(named: "urn:test:controls")
        #expect(
            plugin.controls.map(\.symbol) == ["level", "on", "taps", "mode", "cutoff", "free"]
        )
        let level = plugin.controls[0]
        #expect(level.name == "The level" && level.unit == "dB" && level.index == 4)
        #expect(level.minimum == -60 && level.maximum == 6.5 && level.usual == -3)
        #expect(plugin.controls[1].isToggled && !level.isToggled)
        #expect(plugin.controls[2].isInteger && !level.isInteger)
        let mode = plugin.controls[3]
        #expect(mode.isEnumeration)
        #expect(mode.points.map(\.label) == ["Slow", "Very Fast, loud"])
        #expect(mode.points.map(\.value) == [0, 3])
        #expect(plugin.controls[4].isRelative && plugin.controls[4].unit == "Hz")
        #expect(plugin.controls[5].minimum == nil && plugin.controls[5].maximum == nil)
    }

    @Test(
        "are found by their URI, their name or a part of it",
        arguments: [
            ("urn:test:tape-echo", "urn:test:tape-echo"),
            ("test-tape-echo", "urn:test:tape-echo"),
            ("Test Tape-Echo", "urn:test:tape-echo"),
            ("echo", "urn:test:tape-echo"),
            ("tape-stop", "urn:test:tape-stop"),
        ]
    )
    func names(name: String, uri: String) async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let library = folder.library
        #expect(try library.plugin(named: name).summary.uri == uri)
    }

    @Test(
        "are not guessed",
        arguments: [
            ("tape", "2 plugins have such a name: test-tape-echo, test-tape-stop"),
            ("test", "3 plugins have such a name: test-controls, test-tape-echo, test-tape-stop"),
            ("ecco", "no such plugin; did you mean echo?"),
            ("urn:test:tape-ecco", "no such plugin; did you mean urn:test:tape-echo?"),
            ("xylophone", "seqd plugins lists those that are installed"),
        ]
    )
    func unknownNames(name: String, message: String) async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let library = folder.library
        let error = #expect(throws: HostError.self) { try library.plugin(named: name) }
        #expect(error?.code == .usage)
        #expect(error?.description.contains(message) ?? false, "\(String(describing: error))")
    }

    @Test("take values as numbers with units, as words and as names")
    func values() async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let library = folder.library
        func values(_ words: String, rate: Int? = 48_000) throws -> [Float] {
            try PluginFolder.settings("controls,\(words)").resolve(in: library, rate: rate)
                .values.map(\.value)
        }
        #expect(try values("level=-3dB,on=off,taps=8") == [-3, 0, 8])
        #expect(try values("on=yes,mode=slow") == [1, 0])
        #expect(try values("mode=very-fast-loud") == [3])
        #expect(try values("mode=3") == [3])
        #expect(try values("cutoff=12kHz") == [12_000])
        #expect(try values("cutoff=90000", rate: nil) == [90_000])
        #expect(try values("free=-1e6") == [-1_000_000])
    }

    @Test(
        "name the control, the value and the range in a mistake",
        arguments: [
            ("level=7", "level=7: expected -60 to 6.5 dB"),
            ("level=loud", "level=loud: expected -60 to 6.5 dB"),
            ("level=nan", "level=nan: expected -60 to 6.5 dB"),
            ("on=2", "on=2: expected on or off"),
            ("taps=1.5", "taps=1.5: expected a whole number, 1 to 8"),
            ("mode=1", "mode=1: expected \"slow\", \"very-fast-loud\""),
            ("cutoff=25000", "cutoff=25000: expected 0 to 24000 Hz"),
            ("free=x", "free=x: expected a number"),
            ("levle=1", "levle: no such control; did you mean level?"),
            ("the-taps=1", "the-taps: no such control; did you mean taps?"),
            ("meter=1", "meter: no such control"),
            ("preset=x", "preset=x: no such preset; it has none"),
        ]
    )
    func mistakes(words: String, message: String) async throws {
        let folder = try await Self.folder()
        defer { withExtendedLifetime(folder) {} }
        let library = folder.library
        let error = #expect(throws: HostError.self) {
            try PluginFolder.settings("controls,\(words)").resolve(in: library, rate: 48_000)
        }
        #expect(error?.code == .usage)
        let text = error?.description ?? ""
        #expect(text.hasPrefix("controls: ") && text.contains(message), "\(text)")
    }

    @Test("are refused as inserts if they need what there is not")
    func refusal() async throws {
        let folder = try await Self.folder()
        let error = #expect(throws: HostError.self) { try folder.plugin("urn:test:demanding") }
        #expect(error?.code == .unavailable)
        #expect(
            error?.description
                == "urn:test:demanding: cannot be an insert: it requires the feature urn:test:magic"
        )
    }
}
