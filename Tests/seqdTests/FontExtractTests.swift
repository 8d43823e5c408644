import Foundation
import TestSupport
import Testing

@Suite("seqd font extract")
struct FontExtractTests {
    private let shop: FontWorkshop
    private var place: Workplace { shop.place }

    init() throws {
        shop = try FontWorkshop()
    }

    /// Writes a sound file with two channels.
    private func render(_ name: String) async throws {
        var song = SMFBuilder(ticksPerQuarter: 500)
        song.track(nil) { $0.note(at: 0, length: 400, channel: 0, key: 69, velocity: 127) }
        try place.add(song)
        let run = try await place.render("song.mid", "-o", name, "--no-reverb", "--quiet")
        try #require(run.status == .exited(0), "\(run)")
    }

    @Test("copies the streams of an SF3 file, which make the same file again")
    func streamsAreCopied() async throws {
        try await shop.compressFont()
        try await shop.succeed("extract", "x.sf3", "-o", "out")
        let original = try shop.streams("x.sf3")
        #expect(original.count >= 4)
        let names = try place.folder.names(in: "out").sorted()
        #expect(names == (original.keys.map { "\($0).ogg" } + ["x.sfz"]).sorted())
        for (name, stream) in original {
            #expect(stream.starts(with: "OggS".utf8))
            #expect(try place.folder.read("out/\(name).ogg") == stream, "\(name)")
        }
        // The listing brings the loops along.
        try await shop.succeed("convert", "out", "-o", "again.sf3")
        #expect(try shop.streams("again.sf3") == original)
        let (before, after) = (try shop.samples("x.sf3"), try shop.samples("again.sf3"))
        for name in ["sine", "saw", "noise"] {
            let loop = try #require(before[name]?.loop)
            #expect(loop[0] < loop[1] && after[name]?.loop == loop, "\(name)")
        }
        // A loop that no zone plays is not played.
        #expect(after["click"]?.loop == [0, 0])
    }

    @Test("decodes all samples with --wav")
    func decoded() async throws {
        try await shop.compressFont()
        try await shop.succeed("extract", "x.sf3", "-o", "out", "--wav")
        let names = try place.folder.names(in: "out")
        #expect(names.count >= 4 && names.allSatisfy { $0.hasSuffix(".wav") })
        let sound = try SoundFile(path: place.folder.path("out/\(try #require(names.first))"))
        #expect(sound.peak > 0.4)
    }

    @Test("decodes a stream whose rate is not that of the sample")
    func otherRate() async throws {
        try await shop.compressFont()
        let font = try place.folder.read("x.sf3")
        try place.folder.write(
            SoundFontBytes.withSample(font, 0, field: 36, 44_100),
            to: "x.sf3"
        )
        try await shop.succeed("extract", "x.sf3", "-o", "out")
        let files = try place.folder.names(in: "out").filter { $0.hasSuffix(".wav") }
        let file = try #require(files.first)
        #expect(files.count == 1)
        #expect(try SoundFile(path: place.folder.path("out/\(file)")).rate == 44_100)
    }

    @Test("copies the FLAC and Ogg files of an SFZ file that it plays whole")
    func soundFiles() async throws {
        try FileManager.default.createDirectory(
            atPath: place.folder.path("in"),
            withIntermediateDirectories: true
        )
        for name in ["a.flac", "b.ogg", "c.flac"] { try await render("in/\(name)") }
        try place.folder.write(
            """
            <region> sample=in/a.flac hikey=60 pitch_keycenter=48 loop_mode=loop_continuous \
            loop_start=1000 loop_end=8999
            <region> sample=in/b.ogg lokey=61 hikey=80 pitch_keycenter=70
            <region> sample=in/c.flac lokey=81 pitch_keycenter=90 offset=100
            """,
            to: "x.sfz"
        )
        try await shop.succeed("extract", "x.sfz", "-o", "out")
        // A part of a file is a WAV file for each channel.
        #expect(
            try place.folder.names(in: "out").sorted()
                == ["a.flac", "b.ogg", "c_L.wav", "c_R.wav", "x.sfz"]
        )
        for name in ["a.flac", "b.ogg"] {
            #expect(try place.folder.read("out/\(name)") == place.folder.read("in/\(name)"))
        }
        let listing = String(decoding: try place.folder.read("out/x.sfz"), as: UTF8.self)
        #expect(
            listing.contains(
                "pitch_keycenter=48 loop_mode=loop_continuous loop_start=1000 loop_end=8999 "
                    + "sample=a.flac\n"
            ),
            "\(listing)"
        )
        #expect(listing.contains("pitch_keycenter=70 loop_mode=no_loop sample=b.ogg\n"))
        try await shop.succeed("convert", "out", "-o", "again.sf2")
        let info = try await shop.run("info", "again.sf2", "--samples")
        #expect(info.outputText.contains("1000-9000"), "\(info)")
        try await shop.succeed("extract", "x.sfz", "-o", "wavs", "--wav")
        #expect(
            try place.folder.names(in: "wavs").sorted()
                == ["a_L.wav", "a_R.wav", "b_L.wav", "b_R.wav", "c_L.wav", "c_R.wav"]
        )
    }

    @Test("reports damaged streams, and decodes what there is")
    func damage() async throws {
        try await shop.addDamagedFont { $0[$0.startIndex + $0.count / 2] ^= 0xFF }
        let run = try await shop.run("extract", "x.sf3", "-o", "out")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText.hasPrefix("seqd: x.sf3: sample long: damaged: its page at byte 0x")
                && run.errorText.hasSuffix("; decoded to a WAV file\n"),
            "\(run)"
        )
        #expect(try place.folder.names(in: "out") == ["C2.ogg", "long.wav", "x.sfz"])
    }

    @Test("refuses a stream with damaged headers, and writes the others")
    func undecodable() async throws {
        try await shop.addDamagedFont { stream in
            for index in stream.indices.dropFirst(4).prefix(400) { stream[index] = 1 }
        }
        let run = try await shop.run("extract", "x.sf3", "-o", "out")
        run.expectRefusal(65, "long")
        #expect(try place.folder.names(in: "out") == ["C2.ogg", "x.sfz"])
    }

    @Test("reports a sound file that is cut off")
    func cutOff() async throws {
        try await render("a.flac")
        let bytes = try place.folder.read("a.flac")
        try place.folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "a.flac")
        try place.folder.write("<region> sample=a.flac", to: "x.sfz")
        let run = try await shop.run("extract", "x.sfz", "-o", "out")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText
                == "seqd: x.sfz: sample a: cut off or damaged: its last frame is missing; "
                + "decoded to a WAV file\n",
            "\(run)"
        )
        #expect(try place.folder.names(in: "out").sorted() == ["a_L.wav", "a_R.wav"])
    }

    @Test("does not replace the font's own files")
    func ownFiles() async throws {
        try await render("a.flac")
        try place.folder.write("<region> sample=a.flac", to: "x.sfz")
        let before = try place.folder.read("a.flac")
        let run = try await shop.run("extract", "x.sfz", "-o", ".", "--force")
        run.expectRefusal(64, "a.flac: is a file of the font; expected another folder")
        #expect(try place.folder.read("a.flac") == before)
    }
}
