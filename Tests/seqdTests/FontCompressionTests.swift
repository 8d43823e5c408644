import Foundation
import TestSupport
import Testing

@Suite("seqd font with compressed samples, and with songs")
struct FontCompressionTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        var song = SMFBuilder(ticksPerQuarter: 500)
        song.track(nil) { track in
            track.program(at: 0, channel: 0, 0)
            track.program(at: 0, channel: 1, 2)
            track.note(at: 0, length: 1_500, channel: 0, key: 69, velocity: 127)
            track.note(at: 200, length: 300, channel: 9, key: 38, velocity: 100)
            track.note(at: 1_600, length: 900, channel: 1, key: 57, velocity: 90)
        }
        try place.add(song)
    }

    private func run(_ arguments: String...) async throws -> CommandRun {
        try await seqd(["font"] + arguments, directory: place.folder.path)
    }

    private func rendered(_ song: String, _ options: [String]) async throws -> SoundFile {
        let run = try await seqd(
            ["render", song, "-o", "out.wav", "--quiet"] + options,
            directory: place.folder.path
        )
        try #require(run.status == .exited(0), "\(run)")
        return try place.sound("out.wav")
    }

    @Test(
        "A converted font sounds as the original in both engines, and converts back",
        arguments: ["fluidsynth", "seqd"]
    )
    func convert(engine: String) async throws {
        for (from, to) in [(place.font, "x.sf3"), ("x.sf3", "y.sf2")] {
            let run = try await run("convert", from, "-o", to)
            #expect(run.status == .exited(0) && run.errorText.isEmpty, "\(run)")
        }
        let info = try Document(try await run("info", "x.sf3", "--json").output)
        #expect(info["kind"] == "SF3")
        let options = ["--engine", engine, "--no-reverb", "--no-chorus", "--sf2"]
        let original = try await rendered("song.mid", options + [place.font])
        for font in ["x.sf3", "y.sf2"] {
            let sound = try await rendered("song.mid", options + [font])
            #expect(sound.frameCount == original.frameCount)
            let notes: [(UInt8, Range<Int>)] = [(69, 24_500..<70_000), (57, 82_000..<118_000)]
            for (key, range) in notes {
                let level = try original[0].level(in: range)
                #expect(abs(try sound[0].level(in: range) - level) < 0.2, "\(font)")
                let pitch = frequency(ofKey: key)
                let heard = try sound[0].frequency(near: pitch, in: range)
                #expect(abs(cents(heard, above: pitch)) < 0.5, "\(font)")
            }
        }
    }

    @Test("Options of compression that do not fit are refused, and nothing is written")
    func refusals() async throws {
        for arguments in [
            ["convert", place.font, "-o", "x.sf2", "--compress"],
            ["convert", place.font, "-o", "x.sf2", "--quality", "0.5"],
            ["convert", place.font, "-o", "x.sf3", "--quality", "2"],
            ["convert", place.font, "-o", "x.rmi"],
            ["embed", "song.mid", place.font, "-o", "x.mid"],
            ["embed", place.font, "song.mid", "-o", "x.rmi"],
            ["embed", "song.mid", place.font, "-o", "song.mid"],
            ["embed", "song.mid", place.font, "-o", "x.rmi", "--quality", "0.5"],
            ["subset", "--preset", "0:0", "--sf2", place.font, "-o", "x.rmi"],
        ] {
            let run = try await seqd(["font"] + arguments, directory: place.folder.path)
            #expect(run.status == .exited(64), "\(arguments): \(run)")
        }
        let missing = try await run("embed", "gone.mid", place.font, "-o", "x.rmi")
        #expect(missing.status == .exited(66), "\(missing)")
        let text = try place.folder.write("text", to: "text.sf2")
        let damaged = try await run("embed", "song.mid", text, "-o", "x.rmi")
        #expect(damaged.status == .exited(65), "\(damaged)")
        #expect(try place.folder.names().sorted() == ["song.mid", "text.sf2"])
    }

    @Test("A song with the part of a font that it plays sounds as with the font")
    func embed() async throws {
        let original = try await rendered("song.mid", ["--sf2", place.font])
        for (arguments, isWhole) in [
            (["embed", "song.mid", place.font, "-o", "a.rmi"], false),
            (["embed", "song.mid", place.font, "-o", "a.rmi", "--all"], true),
            (["subset", "song.mid", "--sf2", place.font, "-o", "a.rmi"], false),
        ] {
            let run = try await seqd(["font"] + arguments, directory: place.folder.path)
            #expect(run.status == .exited(0) && run.errorText.isEmpty, "\(run)")
            let sound = try await rendered("a.rmi", ["--embedded-font", "--sf2", place.font])
            #expect(sound.data == original.data, "\(arguments)")
            let font = try embedded(in: "a.rmi")
            try place.folder.write(font, to: "inside.sf2")
            let info = try Document(try await self.run("info", "inside.sf2", "--json").output)
            let presets = info.list("presets").count
            #expect(isWhole ? presets > 3 : presets == 3, "\(arguments): \(presets)")
            // The font alone, too.
            let alone = try await rendered("song.mid", ["--sf2", "inside.sf2"])
            #expect(alone.data == original.data, "\(arguments)")
        }
    }

    @Test("A song in a RIFF file, with compressed samples, is embedded again with another font")
    func compressed() async throws {
        let first = try await run(
            "embed",
            "song.mid",
            place.font,
            "-o",
            "a.rmi",
            "--compress",
            "--quality",
            "0.9"
        )
        #expect(first.status == .exited(0) && first.errorText.isEmpty, "\(first)")
        let original = try await rendered("song.mid", ["--sf2", place.font])
        let sound = try await rendered("a.rmi", ["--embedded-font", "--sf2", place.font])
        let range = 4_800..<70_000
        #expect(
            abs(try sound[0].level(in: range) - original[0].level(in: range)) < 0.1
        )
        let again = try await run("embed", "a.rmi", place.font, "-o", "b.rmi")
        #expect(again.status == .exited(0), "\(again)")
        let repeated = try await rendered("b.rmi", ["--embedded-font", "--sf2", place.font])
        #expect(repeated.data == original.data)
    }

    /// The SoundFont of a RIFF file, which is its last chunk.
    private func embedded(in name: String) throws -> [UInt8] {
        let bytes = try place.folder.read(name)
        var offset = 12
        while offset + 8 <= bytes.count {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << ($1 * 8) }
            if bytes[offset..<offset + 4].elementsEqual("RIFF".utf8) {
                return Array(bytes[offset..<offset + 8 + size])
            }
            offset += 8 + size + size % 2
        }
        throw TestSupportError("\(name): no SoundFont")
    }
}
