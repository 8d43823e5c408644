import Configuration
import Foundation
import JSON
import TestSupport
import Testing

@testable import seqd

/// `seqd config`, and what settings do to commands.
@Suite struct ConfigCommandTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// The user's file.
    private var path: String { "\(folder.path("."))/.config/seqd/config.yaml" }

    /// Runs the command with a file of settings.
    private func run(
        _ arguments: String...,
        settings: String? = nil,
        environment: [String: String?] = [:]
    ) async throws -> CommandRun {
        var all: [String: String?] = ["SEQD_CONFIG": nil, "HOME": folder.path(".")]
        all["XDG_CONFIG_HOME"] = .some(nil)
        if let settings {
            try FileManager.default.createDirectory(
                atPath: folder.path(".config/seqd"),
                withIntermediateDirectories: true
            )
            try folder.write(Array(settings.utf8), to: ".config/seqd/config.yaml")
        }
        return try await seqd(
            arguments,
            environment: all.merging(environment) { $1 },
            directory: folder.path(".")
        )
    }

    /// Options that settings leave alone: those of no use without another, one that is to be exact, one
    /// that would have each file wait for a clock, and one that means something else.
    private static let exceptions = [
        "check --bank-mode", "play --name", "play --inputs", "play --connect", "play --raw",
        "play --latency", "verify --format", "peaks --format", "scope --format", "play --follow",
        "mpd --listen", "web --listen",
    ]

    @Test("every setting is an option of the commands that it names, and only of those")
    func table() async throws {
        for command in ConfigurationKey.commands {
            let run = try await seqd([command, "--experimental-dump-help"])
            let help = CommandDescription(try JSONReader.read(run.outputText)["command"])
            let names = Set(help.arguments.flatMap(\.names).map { String($0.drop { $0 == "-" }) })
            for key in ConfigurationKey.all {
                let option = String(key.option.dropFirst(2))
                let name = "\(command) \(key.option)"
                let isExpected = key.commands.contains(command) || Self.exceptions.contains(name)
                #expect(names.contains(option) == isExpected, "\(name)")
            }
        }
    }

    @Test("the examples are values that the commands take")
    func examples() {
        for key in ConfigurationKey.all {
            let file = ConfigurationFile(
                "\(key.name): \(key.example)",
                path: "/etc/seqd/config.yaml",
                home: nil
            )
            for command in key.commands.prefix(1) {
                #expect(ConfiguredArguments<Seqd>.problem(of: file.entries[0], in: command) == nil)
            }
        }
    }

    @Test("a setting is used, a variable in its place, and an option in place of both")
    func priority() async throws {
        try folder.write(MeasuringFont().bytes, to: ".config/seqd/font.sf2")
        var song = SMFBuilder()
        song.track(nil) { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        try folder.write(song.bytes, to: "song.mid")
        let settings = "sf2: font.sf2\ngain: -6\nrender:\n  tail: none\n  reverb: off\n"
        func peak(_ more: [String], _ variables: [String: String?] = [:]) async throws -> Double {
            let arguments = ["render", "song.mid", "-o", "song.wav"] + more
            var all: [String: String?] = ["SEQD_CONFIG": nil, "HOME": folder.path(".")]
            all["XDG_CONFIG_HOME"] = .some(nil)
            let run = try await seqd(
                arguments,
                environment: all.merging(variables) { $1 },
                directory: folder.path(".")
            )
            #expect(run.status == .exited(0), "\(run)")
            return decibels(Double(try SoundFile(path: folder.path("song.wav")).peak))
        }
        _ = try await self.run("config", "check", settings: settings)
        let plain = try await peak(["--gain", "0"])
        #expect(abs(try await peak([]) - plain + 6) < 0.1)
        #expect(abs(try await peak([], ["SEQD_GAIN": "-12"]) - plain + 12) < 0.1)
        #expect(abs(try await peak(["--gain", "-3"], ["SEQD_GAIN": "-12"]) - plain + 3) < 0.1)
        // None at all: the font of the system, or none.
        let run = try await self.run("config", "show", environment: ["SEQD_CONFIG": ""])
        #expect(run.outputText.isEmpty)
    }

    @Test("a fault is told with its place, by every command that reads settings")
    func faults() async throws {
        var run = try await self.run("play", "x.mid", settings: "gian: -3")
        #expect(run.status == .exited(65))
        #expect(
            run.errorText
                == "seqd: \(path): line 1, column 1: unknown setting 'gian'; did you mean 'gain'?\n"
        )
        run = try await self.run("ctl", "ping", settings: "daemon:\n  name: a/b\nname: a/b")
        #expect(run.status == .exited(65))
        #expect(run.errorText.hasPrefix("seqd: \(path): line 3, column 1: "), "\(run)")
        // What the user types wrong is the user's.
        run = try await self.run("render", "x.mid", "--rate", "7", settings: "gain: 99")
        #expect(run.status == .exited(64))
        #expect(!run.errorText.contains("config.yaml"), "\(run)")
        run = try await self.run("tone", environment: ["SEQD_RATE": "fast"])
        #expect(run.status == .exited(64))
        #expect(run.errorText.hasPrefix("seqd: $SEQD_RATE: "), "\(run)")
        // Commands without settings do not care.
        run = try await self.run("config", "path", settings: "gian: -3")
        #expect(run.status == .exited(0))
        #expect(run.outputText.hasPrefix("\(path)\n"))
        run = try await self.run("play", "--help")
        #expect(run.status == .exited(0))
    }

    @Test(
        "a fault in what a command does not use leaves it alone, and doctor reports it",
        arguments: [
            "daemon:\n  gian: 3\n", "gian: 3\n", "render:\n  tail: [\n", "daemon: 3\n",
            "half-pedal: perhaps\n", "foo: 1\n",
        ]
    )
    func others(_ settings: String) async throws {
        try folder.write(PlayedSong.tone().bytes, to: "song.mid")
        var run = try await self.run("inspect", "song.mid", settings: settings)
        #expect(run.status == .exited(0), "\(run)")
        // Nobody is there; but it has tried.
        run = try await self.run("ctl", "ping", environment: ["SEQD_SOCKET": "/nowhere"])
        #expect(run.status == .exited(69), "\(run)")
        run = try await self.run("doctor", "--json", "--null")
        #expect(run.outputText.contains("config.yaml: line "), "\(run)")
        run = try await self.run("daemon", "--null")
        #expect(run.status == .exited(65), "\(run)")
    }

    @Test("doctor works with a value that it would refuse, and reports it")
    func doctor() async throws {
        let run = try await self.run("doctor", "--json", settings: "rate: 7\n")
        #expect(run.outputText.contains("--rate: expected 8000 to 96000 Hz, not 7"), "\(run)")
        #expect(run.outputText.contains("libsndfile"), "\(run)")
    }

    @Test("check names every value that a command would refuse")
    func check() async throws {
        let run = try await self.run(
            "config",
            "check",
            settings: "gain: 99\nrate: 48000\nbank-mode: gm3\ndaemon:\n  idle: soon\n"
        )
        #expect(run.status == .exited(65))
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 3, "\(run)")
        #expect(
            zip(lines, [(1, 1), (3, 1), (5, 3)]).allSatisfy { line, place in
                line.hasPrefix("seqd: \(path): line \(place.0), column \(place.1): ")
            },
            "\(run)"
        )
        let good = try await self.run("config", "check", settings: "gain: -3")
        #expect(good.status == .exited(0) && good.errorText.isEmpty)
        let missing = try await self.run("config", "check", "nowhere.yaml")
        #expect(missing.status == .exited(66))
    }

    @Test("check names settings that exclude each other, and files that do not exist")
    func checkTogether() async throws {
        var run = try await self.run(
            "config",
            "check",
            settings: "daemon:\n  resume: true\n  state: false\n"
        )
        #expect(run.status == .exited(65))
        #expect(
            run.errorText == "seqd: \(path): line 3, column 3: --resume needs the state: not with "
                + "--no-state\n"
        )
        // A daemon says the same.
        run = try await self.run("daemon", "--null", environment: ["SEQD_CONFIG": path])
        #expect(run.status == .exited(65))
        #expect(run.errorText.hasPrefix("seqd: \(path): line 3, column 3: --resume "), "\(run)")
        run = try await self.run(
            "config",
            "check",
            settings: """
                sf2: [nope.sf2]
                rack: nope.json
                tuning: nope.scl
                allow-path: [nope]
                route: ['ch:10=nope.sf2']

                """
        )
        #expect(run.status == .exited(65))
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 4, "\(run)")
        for (number, name) in ["nope.sf2", "nope.json", "nope.scl", "nope"].enumerated() {
            let place = "seqd: \(path): line \(number + 1), column 1: "
            #expect(lines.contains { $0.hasPrefix(place) && $0.contains(name) }, "\(run)")
        }
        try folder.write(MeasuringFont().bytes, to: ".config/seqd/a.sf2")
        try folder.write(
            Array(#"{"samplers":[{"name":"lead","fonts":["a.sf2"]}]}"#.utf8),
            to: ".config/seqd/a.json"
        )
        run = try await self.run(
            "config",
            "check",
            settings: "sf2: a.sf2\nrack: a.json\nroute: ['ch:1=lead', 'ch:2=a.sf2']\n"
        )
        #expect(run.status == .exited(0), "\(run)")
        run = try await self.run(
            "config",
            "check",
            settings: "rack: a.json\nroute: ['ch:1=lead', 'ch:2=b.sf2']\n"
        )
        #expect(run.errorText.hasPrefix("seqd: \(path): line 2, column 1: "), "\(run)")
        #expect(run.errorText.contains("b.sf2: no such file"), "\(run)")
    }

    @Test("show prints what counts, and where it comes from")
    func show() async throws {
        let settings = "gain: -3\nsf2: a b.sf2\ndaemon:\n  gain: -6\n"
        var run = try await self.run("config", "show", settings: settings)
        #expect(
            run.outputText == """
                sf2: ['\(folder.path("."))/.config/seqd/a b.sf2']  # \(path): line 2, column 1
                gain: -3  # \(path): line 1, column 1
                daemon:
                  gain: -6  # \(path): line 4, column 3

                """
        )
        run = try await self.run("config", "show", "daemon", environment: ["SEQD_RATE": "44100"])
        #expect(
            run.outputText == """
                sf2: ['\(folder.path("."))/.config/seqd/a b.sf2']  # \(path): line 2, column 1
                gain: -6  # \(path): line 4, column 3
                rate: 44100  # $SEQD_RATE

                """
        )
        run = try await self.run("config", "show", "dump")
        #expect(run.status == .exited(64))
    }

    @Test("the example is a file that sets nothing")
    func example() async throws {
        let run = try await self.run("config", "example")
        let again = try await self.run("config", "check", settings: run.outputText)
        #expect(again.status == .exited(0) && again.errorText.isEmpty)
    }
}
