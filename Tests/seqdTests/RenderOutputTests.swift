import Foundation
import TestSupport
import Testing

@Suite("The output of seqd render")
struct RenderOutputTests {
    /// A type, what its file begins with, and the text that stands somewhere in its head.
    struct Kind: CustomTestStringConvertible, Sendable {
        var type: String
        var begin: [UInt8]
        var head: String
        var isRepeatable = true
        var testDescription: String { type }
    }

    static let kinds = [
        Kind(type: "wav", begin: Array("RIFF".utf8), head: "WAVEfmt "),
        // RF64 where it is needed only.
        Kind(type: "rf64", begin: Array("RIFF".utf8), head: "WAVE"),
        Kind(type: "aiff", begin: Array("FORM".utf8), head: "AIFF"),
        Kind(type: "flac", begin: Array("fLaC".utf8), head: ""),
        Kind(type: "ogg", begin: Array("OggS".utf8), head: "vorbis", isRepeatable: false),
        Kind(type: "opus", begin: Array("OggS".utf8), head: "OpusHead", isRepeatable: false),
        Kind(type: "mp3", begin: [0xFF], head: "Xing"),
        Kind(type: "raw", begin: [], head: ""),
    ]

    @Test("has the type that its extension names, and is the same each time", arguments: kinds)
    func type(_ kind: Kind) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.render("song.mid", "-o", "a.\(kind.type)")
        #expect(run.status == .exited(0), "\(run)")
        let bytes = try place.folder.read("a.\(kind.type)")
        #expect(bytes.count > 1_000)
        #expect(bytes.starts(with: kind.begin))
        #expect(Self.contains(bytes.prefix(512), kind.head))
        guard kind.isRepeatable else { return }
        _ = try await place.render("song.mid", "-o", "b", "--type", kind.type, "--jobs", "1")
        #expect(try place.folder.read("b") == bytes)
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        text.isEmpty || Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test("has the samples of the format", arguments: ["s16", "s24", "s32", "float"])
    func format(_ format: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        _ = try await place.render("song.mid", "-o", "out.wav", "--format", format)
        _ = try await place.render("song.mid", "-o", "out.raw", "--format", format)
        let sound = try place.sound("out.wav")
        #expect(
            "\(sound.encoding)".hasSuffix(
                ["s16": "16", "s24": "24", "s32": "ed32"][format] ?? "32"
            )
        )
        #expect(try place.folder.read("out.raw") == sound.data)
        _ = try await place.render("song.mid", "-o", "float.wav", "--format", "float")
        let difference = try sound[0] - place.sound("float.wav")[0]
        // A step and a half of 16 bits, with the dither.
        #expect(try difference.peak() < 1.6 / 32_768)
    }

    @Test("has the rate that is wanted, at the right pitch", arguments: [8_000, 44_100, 96_000])
    func rate(_ rate: Int) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        _ = try await place.render("song.mid", "-o", "out.wav", "--rate", "\(rate)")
        let sound = try place.sound("out.wav")
        #expect(sound.rate == rate)
        #expect(try abs(cents(sound[0].frequency(in: rate / 20..<rate * 9 / 20), above: 440)) < 1)
    }

    @Test("on standard output is the file's, with nothing else", arguments: ["wav", "raw", "flac"])
    func standardOutput(_ type: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.render("song.mid", "-o", "-", "--type", type)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: standard output: 2.6s, peak "), "\(run)")
        _ = try await place.render("song.mid", "-o", "out.\(type)")
        let file = try place.folder.read("out.\(type)")
        // What cannot be gone back to is the length, in the header; and a WAV stream has no tags.
        #expect(run.output != file || type == "raw")
        #expect(Self.sound(in: run.output, type) == Self.sound(in: file, type))
    }

    /// What follows the header: in FLAC, metadata blocks of which the last has bit 7 set in its
    /// first byte, before 24 bits of length (RFC 9639, 8.1).
    private static func sound(in bytes: [UInt8], _ type: String) -> ArraySlice<UInt8> {
        if type == "wav" { return Workplace.samples(inWAV: bytes) }
        guard type == "flac" else { return bytes[...] }
        var offset = 4
        while offset + 4 <= bytes.count {
            let length = bytes[offset + 1..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let isLast = bytes[offset] & 0x80 != 0
            offset += 4 + length
            if isLast { break }
        }
        return bytes.dropFirst(offset)
    }

    @Test("of many files in a folder equals that of each alone")
    func folder() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble, "a.mid")
        try place.add(PlayedSong.parts, "b.x.mid")
        try place.add(PlayedSong.tone(), "c")
        let run = try await place.render("a.mid", "b.x.mid", "c", "-o", "out/", "--jobs", "2")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try await place.shell("ls out").outputText == "a.wav\nb.x.wav\nc.wav\n")
        for (song, name) in [("a.mid", "a"), ("b.x.mid", "b.x"), ("c", "c")] {
            _ = try await place.render(song, "-o", "alone.wav")
            #expect(try place.folder.read("out/\(name).wav") == place.folder.read("alone.wav"))
        }
    }

    @Test("of a song from standard input or a pipe is that of the file")
    func standardInput() async throws {
        let place = try Workplace()
        let song = PlayedSong.ensemble
        try place.add(song)
        _ = try await place.render("song.mid", "-o", "file.wav")
        let run = try await place.render("-", "-o", "stdin.wav", input: song.bytes)
        #expect(run.status == .exited(0), "\(run)")
        let piped = try await place.shell(
            "\"$seqd\" render --sf2 \"$font\" -o pipe.wav <(cat song.mid)"
        )
        #expect(piped.status == .exited(0), "\(piped)")
        let file = try place.folder.read("file.wav")
        #expect(try place.folder.read("stdin.wav") == file)
        #expect(try place.folder.read("pipe.wav") == file)
    }

    @Test("goes into a named pipe that is there")
    func namedPipe() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        let run = try await place.shell(
            "mkfifo fifo.wav; cat fifo.wav > copy.wav & "
                + "\"$seqd\" render song.mid --sf2 \"$font\" -o fifo.wav --quiet && wait && "
                + "test -p fifo.wav"
        )
        #expect(run.status == .exited(0), "\(run)")
        _ = try await place.render("song.mid", "-o", "file.wav")
        #expect(try place.samples("copy.wav") == place.samples("file.wav"))
    }

    @Test("takes the place of what a symbolic link points to")
    func symbolicLink() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            "mkdir real; echo old > real/old.wav; chmod 640 real/old.wav; ln -s real/old.wav link.wav; "
                + "\"$seqd\" render song.mid --sf2 \"$font\" -o link.wav --quiet && "
                + "readlink link.wav && stat -c %a real/old.wav && ls -A real"
        )
        #expect(run.outputText == "real/old.wav\n640\nold.wav\n", "\(run)")
        #expect(try SoundFile(path: place.folder.path("real/old.wav")).seconds > 0.5)
    }

    @Test("has any name", arguments: ["my song", "曲", "a\"b'c", "-x", "x%s\\n"])
    func name(_ name: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(), "\(name).mid")
        let file = try await place.render("--output", "./\(name).wav", "--", "\(name).mid")
        #expect(file.status == .exited(0), "\(file)")
        let many = try await place.render("--output", "out", "--type", "wav", "--", "\(name).mid")
        #expect(many.status == .exited(0), "\(many)")
        let folder = try await place.render("--output", "sub/", "--", "\(name).mid")
        #expect(folder.status == .exited(0), "\(folder)")
        #expect(try place.folder.read("sub/\(name).wav") == place.folder.read("\(name).wav"))
        let played = try await place.play("--null", "--", "\(name).mid")
        #expect(played.status == .exited(0), "\(played)")
    }
}
