import CommandSupport
import TestSupport
import Testing

@testable import seqd

@Suite("The name of an output")
struct OutputNameTests {
    private static let mixUps:
        [(command: String, category: FileCategory, output: String, says: String)] = [
            ("dump", .text, "other.mid", "seqd convert song.mid -o other.mid"),
            ("dump", .text, "x.wav", "seqd render song.mid -o x.wav"),
            ("render", .sound, "other.mid", "seqd convert song.mid -o other.mid"),
            ("render", .sound, "x.KAR", "seqd convert song.mid -o x.KAR"),
            ("render", .sound, "x.txt", "seqd dump song.mid -o x.txt"),
            ("render", .sound, "x.svg", "seqd inspect song.mid --piano-roll x.svg"),
            ("convert", .midi, "x.wav", "seqd render song.mid -o x.wav"),
            ("convert", .midi, "my x.csv", "seqd dump song.mid --csv -o 'my x.csv'"),
            ("convert", .midi, "x.sf2", "seqd font make, convert and subset write SoundFonts"),
            ("render", .sound, "x.sf2", "seqd font make, convert and subset write SoundFonts"),
            ("font make", .soundFont, "x.wav", "seqd font make writes a SoundFont; expected .sf2"),
            (
                "font convert", .soundFont, "x.wav",
                "to write a sound file: seqd font extract song.mid -o FOLDER/"
            ),
            ("font convert", .soundFont, "x.mid", "expected .sf2"),
            ("font subset", .soundFont, "x.wav", "seqd render song.mid -o x.wav"),
            ("edit", .midi, "x.flac", "seqd edit song.mid -o - … | seqd render - -o x.flac"),
            ("assemble", .midi, "x.ogg", "seqd assemble song.mid -o - | seqd render - -o x.ogg"),
            ("assemble", .midi, "x.m3u", "seqd does not write playlists"),
        ]

    @Test("is refused where it stands for another kind of file", arguments: mixUps.indices)
    func mixUp(_ index: Int) {
        let (command, category, output, says) = Self.mixUps[index]
        let failure = #expect(throws: CommandFailure.self) {
            try OutputName.check(output, for: category, inputs: ["song.mid"], command: command)
        }
        #expect(failure?.status == .usage)
        #expect(
            failure?.message?.hasPrefix("\(output): ") ?? false,
            "\(String(describing: failure))"
        )
        #expect(failure?.message?.hasSuffix(says) ?? false, "\(String(describing: failure))")
    }

    @Test("may have any other extension, or none")
    func others() throws {
        for (output, category) in [
            ("x.asm", FileCategory.text), ("x", .midi), ("x.bak", .midi), ("x.csv", .text),
            ("x.txt", .records), ("x.smf", .midi), ("x.wav", .sound), ("/dev/null", .midi),
            ("mid", .text), ("my.wav/x", .midi),
        ] {
            try OutputName.check(output, for: category, inputs: ["-"], command: "convert")
        }
    }

    @Test("is refused where it is a terminal's, as -o - is on one")
    func terminal() async throws {
        let terminal = try PseudoTerminal()
        #expect(throws: CommandFailure.self) {
            try OutputName.check(terminal.path, for: .sound, inputs: ["-"], command: "render")
        }
        try OutputName.check(terminal.path, for: .text, inputs: ["-"], command: "dump")
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        for line in ["render song.mid -o -", "convert song.mid -o /dev/stdout"] {
            let run = try await Terminals.run("\"$seqd\" \(line)", in: place)
            #expect(run.status == .exited(64), "\(run)")
            #expect(run.outputText.contains("is a terminal: a "), "\(run)")
        }
    }
}

@Suite("The outputs of several inputs")
struct OutputPathsTests {
    private func paths(
        _ output: String?,
        _ inputs: [String],
        isForced: Bool = false
    ) throws -> [String] {
        try OutputPaths(
            output: output,
            inputs: inputs.map { OutputPaths.Input($0) },
            fileExtension: "wav",
            isForced: isForced
        ).paths
    }

    @Test("are named after them, in the current folder or another")
    func names() throws {
        let inputs = ["/m/a.mid", "b.x.mid", "c", ".d", "../e.mid.gz", "f.midz"]
        let names = ["a.wav", "b.x.wav", "c.wav", ".d.wav", "e.wav", "f.wav"]
        #expect(try paths(nil, inputs) == names)
        #expect(try paths("out/", inputs) == names.map { "out/\($0)" })
        #expect(try paths("one.wav", ["a.mid"]) == ["one.wav"])
        #expect(try paths("-", ["-"]) == ["-"])
    }

    @Test("never take the place of files, or of an input, unless the user says so")
    func existing() throws {
        let folder = try TemporaryDirectory()
        let name = "seqd-output-paths-test"
        let song = try folder.write("x", to: "song.wav")
        for (output, inputs) in [
            (folder.path, [song]), (folder.path, ["-"]), (folder.path, ["a.mid", "b/a.mid"]),
            ("x.wav", ["a.mid", "b.mid"]), (nil, ["-"]),
        ] as [(String?, [String])] {
            let failure = #expect(throws: CommandFailure.self) { try paths(output, inputs) }
            #expect(failure?.status == .usage, "\(String(describing: failure))")
        }
        #expect(try paths(folder.path, ["/other/song.mid"]) == [song])
        #expect(try paths(nil, ["\(name).mid"]) == ["\(name).wav"])
    }
}
