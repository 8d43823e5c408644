import Foundation
import TestSupport
import Testing

@Suite("The examples")
struct ExampleTests {
    /// The repository's folder, three above this file.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let folder = root + "/Examples"
    private static let font = root + "/SoundFonts/seqd-gm.sf2"

    static let songs = [
        "band.mid", "drum-solo.mid", "pedal-study.mid", "string-quartet.mid", "two-ports.mid",
        "walking-song.mid",
    ]

    private static func inspect(_ name: String) async throws -> Document {
        let run = try await seqd(["inspect", "--json", "\(folder)/\(name)"])
        #expect(run.status == .exited(0), "\(run)")
        return try Document(run.output)
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Runs one of the shell examples with the built program.
    private static func shell(
        _ script: String,
        _ arguments: [String],
        in folder: TemporaryDirectory,
        _ variables: [String: String] = [:]
    ) async throws -> CommandRun {
        let environment = ["SEQD": try builtProduct("seqd")].merging(variables) { $1 }
        return try await Turnstile.shared.pass {
            try await CommandRun.run(
                "\(Self.folder)/shell/\(script)",
                arguments,
                environment: environment,
                directory: folder.path,
                timeout: .seconds(120)
            )
        }
    }

    static func isInstalled(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    // MARK: The band

    @Test("of four fonts is rendered by its rack")
    func band() async throws {
        let place = try TemporaryDirectory()
        for name in ["band.json", "fonts.sh", "render.sh"] {
            try place.write(Self.contents("\(Self.folder)/band/\(name)"), to: "band/\(name)")
        }
        try place.write(Self.contents("\(Self.folder)/band.mid"), to: "band.mid")
        let program = try builtProduct("seqd")
        let rendered = try await CommandRun.run(
            "/bin/sh",
            [
                "-c",
                "chmod +x band/*.sh && band/fonts.sh '\(program)' '\(Self.font)'"
                    + " && band/render.sh '\(program)' rack.wav --to 3:1",
            ],
            directory: place.path,
            timeout: .seconds(300)
        )
        #expect(rendered.status == .exited(0), "\(rendered)")
        // Every part has a rule that matches, and every rule a part.
        #expect(!rendered.errorText.contains("matches nothing"), "\(rendered)")
        #expect(!rendered.errorText.contains("no sampler"), "\(rendered)")
        let whole = try SoundFile(path: place.path("rack.wav"))
        #expect(whole.seconds > 4 && whole.peak > 0.1)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path("band"))
        #expect(names.count { $0.hasSuffix(".sf2") } == 4)
    }

    // MARK: The songs

    @Test(
        "are written again, byte by byte, by their script",
        .enabled(if: isInstalled("python3"), "needs python3")
    )
    func script() async throws {
        let place = try TemporaryDirectory()
        let run = try await CommandRun.run(
            "python3",
            ["\(Self.folder)/make_songs.py", place.path]
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.names() == Self.songs)
        let committed = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(committed.filter { $0.hasSuffix(".mid") }.sorted() == Self.songs)
        for name in try place.names() {
            let same = try place.read(name) == Self.contents("\(Self.folder)/\(name)")
            #expect(same, "\(name) is not what the script writes")
        }
    }

    @Test("have no faults, and their names and copyright in them", arguments: songs)
    func faults(name: String) async throws {
        let file = try await Self.inspect(name)
        #expect(file.list("diagnostics").isEmpty)
        #expect(file.list("sequences").first?["name"] != nil)
        guard case .number(let seconds) = file["seconds"] else {
            throw TestSupportError("\(name): no length")
        }
        #expect((40...120).contains(seconds))
        let texts = try ExampleSong(Self.contents("\(Self.folder)/\(name)")).texts(0x02)
        #expect(texts == ["CC0"])
    }

    @Test("sound from beginning to end without clipping", arguments: songs)
    func render(name: String) async throws {
        let place = try TemporaryDirectory()
        // A low rate is quick, and neither level nor clipping depends on it.
        let run = try await seqd(
            [
                "render", "\(Self.folder)/\(name)", "-o", place.path("out.wav"), "--sf2", Self.font,
                "--rate", "16000", "--tail", "none",
            ],
            timeout: .seconds(300)
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(!run.errorText.contains("clipped"), "\(run)")
        let sound = try SoundFile(path: place.path("out.wav"))
        for channel in 0..<2 {
            let signal = sound[channel]
            let peak = try signal.peakLevel()
            #expect(peak < -1 && peak > -30, "\(peak) dBFS")
            let quarter = signal.frameCount / 4
            for number in 0..<4 {
                let level = try signal.level(in: number * quarter..<(number + 1) * quarter)
                #expect(level > -60, "quarter \(number + 1): \(level) dBFS")
            }
        }
    }

    @Test("have a quartet of four voices, each a track and a channel with one note at a time")
    func quartet() async throws {
        let file = try await Self.inspect("string-quartet.mid")
        let tracks = try #require(file.list("sequences").first).list("tracks")
        let voices = tracks.filter { $0["noteCount"] != 0 }
        #expect(voices.map { $0["name"] } == ["Violin I", "Violin II", "Viola", "Cello"])
        #expect(voices.map { $0.list("channels").map { $0["channel"] } } == [[1], [2], [3], [4]])
        // The cello's second program is the plucked one.
        #expect(voices.map { $0.list("programs").count } == [1, 1, 1, 2])
        let song = try ExampleSong(Self.contents("\(Self.folder)/string-quartet.mid"))
        #expect(song.polyphony == [0: 1, 1: 1, 2: 1, 3: 1])
    }

    @Test("have an orchestra on two ports that needs both")
    func ports() async throws {
        let file = try await Self.inspect("two-ports.mid")
        let song = try #require(file.list("sequences").first)
        let tracks = song.list("tracks")
        let channels = Set(
            tracks.flatMap { $0.list("channels") }.map { [$0["port"], $0["channel"]] }
        )
        #expect(channels.count > 16)
        var programs: [Document.Value?: Set<Document.Value?>] = [:]
        for program in tracks.flatMap({ $0.list("programs") }) {
            programs[program["channel"], default: []].insert(program["program"])
        }
        // One port alone would have given each channel a single program.
        #expect(programs.values.filter { $0.count > 1 }.count >= 10)
    }

    @Test("have a song with words, sections and changes of tempo, meter and key")
    func words() async throws {
        let file = try await Self.inspect("walking-song.mid")
        let song = try #require(file.list("sequences").first)
        #expect(song.list("tempoChanges").count > 10)
        let meters = song.list("timeSignatures").map { [$0["numerator"], $0["denominator"]] }
        #expect(meters == [[4, 4], [2, 4], [3, 4], [7, 8], [4, 4]])
        let names = song.list("keySignatures").map { $0["name"] }
        #expect(names == ["C major", "F major", "D minor", "C major"])
        let markers = song.list("markers").map { $0["name"] }
        #expect(markers == ["Intro", "Walk", "Turn", "Waltz", "Train", "Home"])

        let bytes = try Self.contents("\(Self.folder)/walking-song.mid")
        let lyrics = try ExampleSong(bytes).texts(0x05)
        let voice = song.list("tracks").first { $0["name"] == "Voice" }
        let syllables = lyrics.filter { $0 != "\r" && $0 != "\n" }
        #expect(voice?["noteCount"] == Double(syllables.count))
        // RP-017: a line ends with a return, a verse with a line feed, each an event of its own.
        #expect(lyrics.filter { $0 == "\n" }.count == 4)
        #expect(lyrics.filter { $0 == "\r" }.count == 12)
        #expect(syllables.allSatisfy { !$0.contains("-") && !$0.contains { $0.isNewline } })
        let verses = lyrics.joined().split(separator: "\n")
        #expect(
            verses.first?.hasPrefix("Left foot, right foot, down the valley, \rmorning") == true
        )
    }

    @Test("have a drum solo that strikes every key of the kit")
    func drums() async throws {
        let solo = try ExampleSong(Self.contents("\(Self.folder)/drum-solo.mid"))
        #expect(Set(solo.notes.map(\.key)) == Set(35...81))
        #expect(Set(solo.notes.map(\.channel)) == [9])
    }

    // MARK: The scripts

    @Test("render a folder to FLAC, go on after a file that is none, and say so")
    func renderFolder() async throws {
        let place = try TemporaryDirectory()
        let files = FileManager.default
        let names = ["a b.mid", "line\nend.MID", "-o.midi"]
        try files.createDirectory(
            atPath: place.path("my songs"),
            withIntermediateDirectories: false
        )
        for name in names {
            try files.copyItem(
                atPath: "\(Self.folder)/drum-solo.mid",
                toPath: place.path("my songs/\(name)")
            )
        }
        let options = ["--sf2", Self.font, "--rate", "8000", "--to", "2"]
        let run = try await Self.shell("render-folder.sh", ["my songs"] + options, in: place)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.hasPrefix("3 of 3 files"), "\(run)")
        let rendered = try files.contentsOfDirectory(atPath: place.path("my songs/flac")).sorted()
        #expect(rendered == ["-o.flac", "a b.flac", "line\nend.flac"])
        for name in rendered {
            let bytes = try place.read("my songs/flac/\(name)")
            #expect(bytes.starts(with: "fLaC".utf8) && bytes.count > 1_000, "\(name)")
        }

        try place.write("no music", to: "my songs/bad.mid")
        let second = try await Self.shell(
            "render-folder.sh",
            ["my songs", "out put"] + options,
            in: place
        )
        #expect(second.status == .exited(1), "\(second)")
        #expect(second.outputText.hasPrefix("3 of 4 files"), "\(second)")
        #expect(second.errorText.contains("not rendered: bad.mid"), "\(second)")
        #expect(try files.contentsOfDirectory(atPath: place.path("out put")).count == 3)
    }

    @Test(
        "render a collection with GNU parallel, and on Slurm's arrays, each file once",
        .enabled(if: isInstalled("parallel"), "needs parallel")
    )
    func renderInShares() async throws {
        let place = try TemporaryDirectory()
        let names = ["a b.mid", "it's.mid", "c.mid", "{}.mid", "$d.mid"]
        for name in names {
            try place.write(Self.contents("\(Self.folder)/drum-solo.mid"), to: "my songs/\(name)")
        }
        let options = ["--sf2", Self.font, "--rate", "8000", "--to", "2", "--type", "flac"]
        let outputs = names.map { "\($0.dropLast(4)).flac" }.sorted()
        func files(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
                .filter { $0.hasSuffix(".flac") }.sorted()
        }
        let run = try await Self.shell(
            "render-parallel.sh",
            ["my songs", "out put"] + options,
            in: place,
            ["SHARDS": "3"]
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try files("out put") == outputs)
        #expect(run.errorText.matches(of: /\.flac: \d/).count == names.count, "\(run)")
        // A second run has nothing to do.
        let again = try await Self.shell(
            "render-parallel.sh",
            ["my songs", "out put"] + options,
            in: place,
            ["SHARDS": "2"]
        )
        #expect(again.status == .exited(0), "\(again)")
        #expect(again.errorText.matches(of: /\.flac: \d/).isEmpty, "\(again)")

        for task in 1...2 {
            let run = try await Self.shell(
                "render-slurm.sh",
                ["my songs", "slurm"] + options,
                in: place,
                ["SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "2"]
            )
            #expect(run.status == .exited(0), "\(run)")
        }
        #expect(try files("slurm") == outputs)
        for name in outputs {
            #expect(try place.read("slurm/\(name)") == place.read("out put/\(name)"), "\(name)")
        }
    }

    @Test("make an album of backing tracks, with clicks on a second pair of channels")
    func backingAlbum() async throws {
        let place = try TemporaryDirectory()
        let wave = WAVBuilder([WAVBuilder.sine(1_000, frames: 24_000)])
        try place.write(wave.bytes, to: "vocals.wav")
        for name in ["a b", "c"] {
            try place.write(Self.contents("\(Self.folder)/drum-solo.mid"), to: "\(name).mid")
            try place.write(
                #"{"clips": [{"file": "vocals.wav", "at": "1:1"}]}"#,
                to: "\(name).clips.json"
            )
        }
        let run = try await Self.shell(
            "backing-album.sh",
            [
                "my album", "a b.mid", "c.mid", "--", "--sf2", Self.font, "--to", "1:3", "--mute",
                "10",
            ],
            in: place
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.names(in: "my album") == ["01 a b.wav", "02 c.wav"])
        let sound = try SoundFile(wav: place.read("my album/02 c.wav"))
        #expect(sound.channels.count == 4)
        // A bar is counted in: clicks on the second pair, then the clip on the first.
        let onset = try #require(sound[0].samples.firstIndex { $0.magnitude > 0.001 })
        let clicks = sound[2].samples.prefix(onset)
        #expect(clicks.contains { $0.magnitude > 0.01 })
        let level = try sound[0].level(ofPartial: 1_000, in: onset..<onset + 20_000)
        let there = try sound[2].level(ofPartial: 1_000, in: onset + 4_800..<onset + 9_600)
        #expect(level - there > 60, "\(level) \(there)")
    }

    @Test(
        "pipe a song into another program that sets its level",
        .enabled(if: isInstalled("sox"), "needs sox")
    )
    func pipe() async throws {
        let place = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: "\(Self.folder)/drum-solo.mid",
            toPath: place.path("my song.mid")
        )
        let options = ["--sf2", Self.font, "--to", "2"]
        let run = try await Self.shell(
            "pipe.sh",
            ["my song.mid", "loud one.wav"] + options,
            in: place
        )
        #expect(run.status == .exited(0), "\(run)")
        let sound = try SoundFile(path: place.path("loud one.wav"))
        #expect(sound.rate == 48_000)
        #expect(sound.seconds > 2)
        let peak = max(try sound[0].peakLevel(), try sound[1].peakLevel())
        #expect(abs(peak + 1) < 0.05, "\(peak) dBFS")

        let missing = try await Self.shell(
            "pipe.sh",
            ["none.mid", "none.wav"] + options,
            in: place
        )
        #expect(!missing.status.isSuccess, "\(missing)")
        #expect(try place.names() == ["loud one.wav", "my song.mid"])
    }

    @Test("wake with a song on the daemon that grows until it is stopped, and restore the level")
    func alarmClock() async throws {
        let daemon = try await DaemonRun("--gain", "-6")
        let place = daemon.place.folder
        // The script knows the daemon's own place only, and there is no other way to tell it.
        let files = FileManager.default
        try files.createDirectory(atPath: place.path("run/seqd"), withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: place.path("run/seqd/control.sock"),
            withDestinationPath: daemon.socket
        )
        func alarm(_ seconds: String) throws -> RunningCommand {
            try RunningCommand(
                "\(Self.folder)/shell/alarm-clock.sh",
                ["song.mid", seconds],
                environment: [
                    "SEQD": builtProduct("seqd"), "XDG_RUNTIME_DIR": place.path("run"),
                ],
                directory: place.path,
                timeout: .seconds(120)
            )
        }
        let long = try alarm("9999")
        var status = try await daemon.ctl("status").outputText
        while !status.contains("state: playing\n"), !long.isFinished {
            try await Task.sleep(for: .milliseconds(20))
            status = try await daemon.ctl("status").outputText
        }
        // 40 dB below, and after 9,999 s as loud as before.
        #expect(status.contains("\ngain: -4"), "\(status)")
        _ = try await daemon.ctl("stop")
        let ended = await long.finished()
        #expect(ended.status == .exited(0), "\(ended)")
        status = try await daemon.ctl("status").outputText
        #expect(status.contains("\ngain: -6\n"), "\(status)")
        #expect(status.contains("state: stopped\n"), "\(status)")

        let short = await (try alarm("1")).finished()
        #expect(short.status == .exited(0), "\(short)")
        status = try await daemon.ctl("status").outputText
        #expect(status.contains("\ngain: -6\n"), "\(status)")
        #expect(status.contains("state: playing\n"), "\(status)")
        _ = await daemon.end()
    }
}

extension ExampleTests {
    // MARK: The clients

    @Test(
        "say how they are called, and where no daemon is",
        arguments: ["seqd_client.py", "seqd_client.mjs", "seqd-client.sh"]
    )
    func clients(_ name: String) async throws {
        guard name != "seqd_client.mjs" || Self.isInstalled("node") else { return }
        let client = "\(Self.folder)/clients/\(name)"
        let usage = try await CommandRun.run(client, [])
        #expect(usage.status == .exited(64) && usage.output.isEmpty, "\(usage)")
        #expect(usage.errorText.hasPrefix("usage: "), "\(usage)")
        #expect(usage.errorText.split(separator: "\n").count == 1, "\(usage)")
        for variable in ["SEQD_SOCKET", "XDG_RUNTIME_DIR"] {
            var environment: [String: String?] = ["SEQD_SOCKET": "", "XDG_RUNTIME_DIR": nil]
            environment[variable] = "/nowhere"
            let nobody = try await CommandRun.run(client, ["status"], environment: environment)
            #expect(nobody.status == .exited(69) && nobody.output.isEmpty, "\(nobody)")
            #expect(nobody.errorText.contains("no daemon at /nowhere"), "\(nobody)")
            #expect(nobody.errorText.split(separator: "\n").count == 1, "\(nobody)")
        }
    }

    @Test(
        "find the daemon by $SEQD_SOCKET",
        .enabled(if: isInstalled("python3") && isInstalled("node"), "needs python3 and node"),
        arguments: ["seqd_client.py", "seqd_client.mjs"]
    )
    func moduleClient(_ name: String) async throws {
        let daemon = try await DaemonRun()
        let run = try await CommandRun.run(
            "\(Self.folder)/clients/\(name)",
            ["other.mid"],
            environment: ["SEQD_SOCKET": daemon.socket],
            directory: daemon.place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        let ended = name.hasSuffix(".py") ? "'change': 'ended'" : "\"change\":\"ended\""
        #expect(run.outputText.contains(ended), "\(run)")
    }
}

/// What `inspect` does not tell of a song, read without seqd: keys, and texts by their type.
///
/// For files without running status and SysEx, as the examples are.
private struct ExampleSong {
    private(set) var notes: [(channel: Int, key: Int)] = []
    /// The most keys that are down at once, for each channel.
    private(set) var polyphony: [Int: Int] = [:]
    private var texts: [(type: UInt8, text: String)] = []

    init(_ bytes: [UInt8]) throws {
        var rest = bytes.dropFirst(14)
        while !rest.isEmpty {
            let length = rest.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            try read(track: rest.dropFirst(8).prefix(length))
            rest = rest.dropFirst(8 + length)
        }
    }

    func texts(_ type: UInt8) -> [String] {
        texts.filter { $0.type == type }.map(\.text)
    }

    private mutating func read(track: ArraySlice<UInt8>) throws {
        var rest = track
        var down: Set<UInt8> = []
        func byte() throws -> UInt8 {
            guard let byte = rest.popFirst() else { throw TestSupportError("a track cut short") }
            return byte
        }
        func quantity() throws -> Int {
            var value = 0
            while true {
                let next = try byte()
                value = value << 7 | Int(next & 0x7F)
                if next < 0x80 { return value }
            }
        }
        while !rest.isEmpty {
            _ = try quantity()
            let status = try byte()
            switch status >> 4 {
            case 0xF:
                guard status == 0xFF else { throw TestSupportError("status \(status)") }
                let type = try byte()
                let length = try quantity()
                texts.append((type, String(decoding: rest.prefix(length), as: UTF8.self)))
                rest = rest.dropFirst(length)
            case 0xC, 0xD:
                _ = try byte()
            case 0x8...0xE:
                let key = try byte()
                let velocity = try byte()
                let channel = Int(status & 0xF)
                if status >> 4 == 0x9, velocity > 0 {
                    notes.append((channel, Int(key)))
                    down.insert(key)
                    polyphony[channel] = max(polyphony[channel] ?? 0, down.count)
                } else if status >> 4 <= 0x9 {
                    down.remove(key)
                }
            default:
                throw TestSupportError("running status")
            }
        }
    }
}
