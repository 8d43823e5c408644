import TestSupport
import Testing

@Suite("Bad input of inspect and presets")
struct BadInputTests {
    /// The content, the status and what the message says; `nil` is no file.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var content: [UInt8]?
        var status: Int32
        var says: String
        var testDescription: String { name }
    }

    static let songs = [
        Case(name: "none.mid", content: nil, status: 66, says: "no such file"),
        Case(name: "empty.mid", content: [], status: 65, says: "empty"),
        Case(
            name: "photo.mid",
            content: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16],
            status: 65,
            says: "JPEG"
        ),
        Case(name: "text.mid", content: Array("Dear all,".utf8), status: 65, says: "expected MThd"),
        Case(
            name: "header.mid",
            content: Array(InspectedSong.full.bytes.prefix(9)),
            status: 65,
            says: "header"
        ),
    ]

    @Test("of a song is one line with the name and the reason", arguments: songs)
    func song(_ song: Case) async throws {
        try await check(song, command: "inspect")
    }

    static let fonts = [
        Case(name: "none.sf2", content: nil, status: 66, says: "no such file"),
        Case(name: "empty.sf2", content: [], status: 65, says: "empty"),
        Case(
            name: "song.sf2",
            content: InspectedSong.full.bytes,
            status: 64,
            says: "expected a SoundFont"
        ),
        Case(
            name: "wave.sf2",
            content: Array("RIFF\u{4}\0\0\0WAVE".utf8),
            status: 65,
            says: "not a sound file that can be read"
        ),
        Case(
            name: "short.sf2",
            content: Array(MeasuringFont().bytes.dropLast(1000)),
            status: 65,
            says: "truncated"
        ),
    ]

    @Test("of a SoundFont is one line with the name and the reason", arguments: fonts)
    func font(_ font: Case) async throws {
        try await check(font, command: "presets")
    }

    private func check(_ input: Case, command: String) async throws {
        let folder = try TemporaryDirectory()
        if let content = input.content { try folder.write(content, to: input.name) }
        for arguments in [[command, input.name], [command, "--json", input.name]] {
            let run = try await seqd(arguments, directory: folder.path)
            #expect(run.status == .exited(input.status), "\(run)")
            #expect(run.output.isEmpty, "\(run)")
            #expect(run.errorText.hasPrefix("seqd: \(input.name): "), "\(run)")
            #expect(run.errorText.contains(input.says), "\(run)")
            #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        }
    }

    @Test("that is a folder is refused as such", arguments: ["inspect", "presets"])
    func folder(_ command: String) async throws {
        let folder = try TemporaryDirectory()
        let run = try await seqd([command, folder.path])
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: \(folder.path): is a directory"), "\(run)")
    }

    @Test("cut short anywhere never ends the process otherwise than with 0 or 65")
    func truncations() async throws {
        let folder = try TemporaryDirectory()
        let bytes = InspectedSong.full.bytes
        let files = try (0..<bytes.count).map { length in
            try folder.write(Array(bytes.prefix(length)), to: "\(length).mid")
        }
        let run = try await seqd(["inspect", "--json"] + files)
        #expect(run.status == .exited(65), "\(run)")
        for line in run.outputText.split(separator: "\n") {
            #expect(try Document(Array(line.utf8))["schema"] == 1)
        }
    }
}
