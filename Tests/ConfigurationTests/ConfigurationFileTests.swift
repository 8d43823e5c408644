import Configuration
import Testing

/// The settings of one file, and faults with their places.
@Suite struct ConfigurationFileTests {
    private func read(_ text: String) throws -> [ConfigurationEntry] {
        let file = ConfigurationFile(text, path: "/etc/seqd/config.yaml", home: "/home/anna")
        if let fault = file.faults.first { throw fault }
        return file.entries
    }

    @Test func everyFaultIsToldAndTheRestIsRead() {
        let file = ConfigurationFile(
            "gian: 1\nrate: 44100\nplay:\n  gain:\n  limiter: maybe\n",
            path: "c.yaml",
            home: nil
        )
        #expect(file.entries.map(\.key.name) == ["rate"])
        #expect(
            file.faults.map(\.place) == [
                "c.yaml: line 1, column 1", "c.yaml: line 4, column 8", "c.yaml: line 5, column 12",
            ]
        )
    }

    private func arguments(_ text: String) throws -> [[String]] {
        try read(text).map(\.arguments)
    }

    @Test func valuesAreOptions() throws {
        let text = """
            # A comment.
            gain: -3
            reverb: 'time=2.5,level=0.5'
            rate: 44100
            limiter: no
            half-pedal: yes
            embedded-font: false
            """
        #expect(
            try arguments(text) == [
                ["--gain=-3"], ["--reverb=time=2.5,level=0.5"], ["--rate=44100"], ["--no-limiter"],
                ["--half-pedal"], [],
            ]
        )
    }

    @Test func theDeviceNullIsADevice() throws {
        let text = "device: [null, 'null=3-4']"
        #expect(try arguments(text) == [["--device=null", "--device=null=3-4"]])
    }

    @Test func pathsAreRelativeToTheFile() throws {
        let text = """
            sf2: [piano.sf2+128, /fonts/gm.sf2, ~/strings.sf2]
            rack: racks/band.json
            tuning: "just.scl"
            """
        #expect(
            try arguments(text) == [
                [
                    "--sf2=/etc/seqd/piano.sf2+128", "--sf2=/fonts/gm.sf2",
                    "--sf2=/home/anna/strings.sf2",
                ],
                ["--rack=/etc/seqd/racks/band.json"], ["--tuning=/etc/seqd/just.scl"],
            ]
        )
        let beside = ConfigurationFile("sf2: a.sf2", path: "config.yaml", home: nil)
        #expect(beside.entries.map(\.arguments) == [["--sf2=a.sf2"]])
    }

    @Test(
        arguments: [
            ("ch:10=drums.sf2@128:25,gain=-3", "ch:10=/etc/seqd/drums.sf2@128:25,gain=-3"),
            ("all=piano.sf2+strings.sf2+128", "all=/etc/seqd/piano.sf2+/etc/seqd/strings.sf2+128"),
            (#"1=my\,font.sf2"#, #"1=/etc/seqd/my\,font.sf2"#),
            (#"track:a\=b.c=bass"#, #"track:a\=b.c=bass"#),
            ("socket=none", "socket=none"), ("2=/a.sf2@0:1+b.sf2", "2=/a.sf2@0:1+/etc/seqd/b.sf2"),
            ("nonsense", "nonsense"),
        ]
    )
    func fontsOfRoutes(route: String, expected: String) throws {
        #expect(try arguments("route: ['\(route)']") == [["--route=\(expected)"]])
    }

    @Test(
        arguments: [
            ("listen: a.sock", ["/etc/seqd/a.sock"]),
            ("listen: 'a.sock,role=admin,mode=0600'", ["/etc/seqd/a.sock,role=admin,mode=0600"]),
            (#"listen: ['a\,b', ~/c]"#, [#"/etc/seqd/a\,b"#, "/home/anna/c"]),
            (
                "listen:\n  - {path: 'a,b', role: transport}\n  - mode: 0666\n    path: /c",
                [#"/etc/seqd/a\,b,role=transport"#, "/c,mode=0666"]
            ),
            ("listen: {path: a, group: 'x,y'}", [#"/etc/seqd/a,group=x\,y"#]),
        ]
    )
    func socketsAreTextsOrMappings(text: String, expected: [String]) throws {
        #expect(try arguments(text) == [expected.map { "--listen=\($0)" }])
    }

    @Test func aCommandHasSettingsOfItsOwn() throws {
        let entries = try read("gain: -3\ndaemon:\n  gain: -6\n  log-level: warning\n")
        #expect(entries.map(\.command) == [nil, "daemon", "daemon"])
        #expect(
            entries.map(\.place) == [
                "/etc/seqd/config.yaml: line 1, column 1",
                "/etc/seqd/config.yaml: line 3, column 3",
                "/etc/seqd/config.yaml: line 4, column 3",
            ]
        )
    }

    @Test(arguments: ["", "# Nothing.\n", "---\n", "daemon:\n  # gain: -3\n"])
    func nothing(text: String) throws {
        #expect(try read(text).isEmpty)
    }

    @Test(
        arguments: [
            ("gian: -3", "line 1, column 1: unknown setting 'gian'; did you mean 'gain'?"),
            (
                "gain: -3\n\ncolour: red",
                "line 3, column 1: unknown setting 'colour'; see seqd config example"
            ),
            (
                "play:\n  log-level: info",
                "line 2, column 3: seqd play has no setting 'log-level'"
            ),
            ("gain:", "line 1, column 6: gain: expected a value"),
            ("gain: [1, 2]", "line 1, column 7: gain: expected a value"),
            ("sf2: []", "line 1, column 6: sf2: expected a value or a list of values"),
            ("sf2: [a, {b: c}]", "line 1, column 10: sf2: expected a value"),
            ("listen: [{role: admin}]", "line 1, column 10: listen: 'path' is missing"),
            (
                "listen: {path: a, port: 1}",
                "line 1, column 19: listen: expected path, role, group, mode"
            ),
            ("listen: {path: a, path: b}", "line 1, column 19: listen: 'path' is set twice"),
            (
                "listen: [[a]]",
                "line 1, column 10: listen: expected a path, or a mapping with 'path'"
            ),
            ("limiter: perhaps", "line 1, column 10: limiter: expected yes or no"),
            ("- gain", "line 1, column 1: expected settings, such as 'gain: -3'"),
            ("daemon: 5", "line 1, column 9: expected settings, such as 'gain: -3'"),
        ]
    )
    func faultsHaveAPlace(text: String, expected: String) {
        #expect { try read(text) } throws: { error in
            "\(error)" == "/etc/seqd/config.yaml: \(expected)"
        }
    }

    @Test(
        arguments: [
            "gain: [1", "\tgain: 1", "gain: -3\ngain: -4", "a: b: c", "gain: *x", "\u{0}",
            "sf2: &a [*a]",
        ]
    )
    func whatIsNotYAMLHasAPlaceToo(text: String) {
        #expect { try read(text) } throws: { error in
            "\(error)".hasPrefix("/etc/seqd/config.yaml: line ")
                || "\(error)".hasPrefix("/etc/seqd/config.yaml: byte ")
        }
    }

    @Test func aSecondDocumentIsAFault() throws {
        #expect(try arguments("---\ngain: -3\n...\n") == [["--gain=-3"]])
        for (text, place) in [
            ("gain: 3\n---\ngain: 5\n", "line 2, column 1"), ("gain: 3\n--- [1\n", "line"),
        ] {
            #expect { try read(text) } throws: { error in
                "\(error)".hasPrefix("/etc/seqd/config.yaml: \(place)")
            }
        }
    }

    @Test func theExampleSetsNothing() throws {
        #expect(try read(ConfigurationExample.text).isEmpty)
        // Without the marks in front of its settings it sets all of them.
        let lines = ConfigurationExample.text.split(separator: "\n").map { line in
            line.hasPrefix("#") && (!line.hasPrefix("# ") || line.hasPrefix("#  "))
                ? String(line.dropFirst()) : String(line)
        }
        let entries = try read(lines.joined(separator: "\n"))
        #expect(
            Set(entries.filter { $0.command == nil }.map(\.key)) == Set(ConfigurationKey.all)
        )
    }
}
