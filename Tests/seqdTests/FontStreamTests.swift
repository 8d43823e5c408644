import TestSupport
import Testing

@Suite("The compressed samples of fonts that seqd writes")
struct FontStreamTests {
    private let shop: FontWorkshop
    private var place: Workplace { shop.place }

    init() throws {
        shop = try FontWorkshop()
    }

    @Test("are those of an SF3 file, after convert, subset and embed")
    func exports() async throws {
        try await shop.compressFont()
        let original = try shop.streams("x.sf3")
        try await shop.succeed("convert", "x.sf3", "-o", "copy.sf3")
        #expect(try shop.streams("copy.sf3") == original)
        try await shop.succeed("subset", "--preset", "0:0", "--sf2", "x.sf3", "-o", "part.sf3")
        let part = try shop.streams("part.sf3")
        #expect(!part.isEmpty && part.count < original.count)
        for (name, stream) in part { #expect(stream == original[name], "\(name)") }
        try place.add(PlayedSong.tone(beats: 1))
        try await shop.succeed(
            "embed",
            "song.mid",
            "x.sf3",
            "-o",
            "song.rmi",
            "--compress",
            "--all"
        )
        let embedded = try shop.streams("song.rmi")
        #expect(embedded == original)
    }

    @Test("are decoded and compressed again for another quality")
    func quality() async throws {
        try await shop.compressFont()
        try await shop.succeed("convert", "x.sf3", "-o", "y.sf3", "--quality", "0.1")
        let original = try shop.streams("x.sf3")
        for (name, stream) in try shop.streams("y.sf3") { #expect(stream != original[name]) }
    }

    @Test("are those of sound files that are played whole and at their level")
    func changed() async throws {
        try await shop.compressFont()
        try await shop.succeed("extract", "x.sf3", "-o", "out")
        let original = try shop.streams("x.sf3")
        for (opcodes, isCopied) in [
            ("", true), ("volume=-6", true), ("volume=3", false), ("offset=10", false),
            ("end=150", false), ("loop_mode=no_loop", true),
        ] {
            try place.folder.write("<region> sample=out/sine.ogg \(opcodes)", to: "y.sfz")
            let run = try await shop.run("convert", "y.sfz", "-o", "y.sf3")
            #expect(run.status == .exited(0), "\(run)")
            #expect(
                try (shop.streams("y.sf3")["sine"] == original["sine"]) == isCopied,
                "\(opcodes)"
            )
        }
        for (options, isCopied) in [([], true), (["--normalize", "each"], false)] {
            let made = try await seqd(
                ["font", "make", "out/sine.ogg", "-o", "z.sf3"] + options,
                directory: place.folder.path
            )
            #expect(made.status == .exited(0), "\(made)")
            #expect(
                try (shop.streams("z.sf3")["sine"] == original["sine"]) == isCopied,
                "\(options)"
            )
        }
    }

    @Test("stay compressed in a RIFF file, unless they are to be decoded")
    func embedded() async throws {
        try await shop.compressFont()
        try place.add(PlayedSong.tone(beats: 1))
        let original = try shop.streams("x.sf3")
        for arguments in [
            ["embed", "song.mid", "x.sf3", "-o", "song.rmi"],
            ["subset", "song.mid", "--sf2", "x.sf3", "-o", "song.rmi"],
        ] {
            let run = try await seqd(["font"] + arguments, directory: place.folder.path)
            #expect(run.status == .exited(0) && run.errorText.isEmpty, "\(run)")
            let streams = try shop.streams("song.rmi")
            #expect(streams.count == 1 && streams["sine"] == original["sine"], "\(arguments)")
        }
        try await shop.succeed("embed", "song.mid", "x.sf3", "-o", "song.rmi", "--no-compress")
        let plain = try place.folder.read("song.rmi")
        #expect(!plain.indices.contains { plain[$0...].starts(with: "OggS".utf8) })
        let refused = try await shop.run("convert", "x.sf3", "-o", "y.sf3", "--no-compress")
        refused.expectRefusal(64, "--no-compress is for SF2 files, expected .sf2")
    }

    @Test("are reported if they are damaged, and compressed again")
    func damage() async throws {
        try await shop.addDamagedFont { $0[$0.startIndex + $0.count / 2] ^= 0xFF }
        let run = try await shop.run("convert", "x.sf3", "-o", "y.sf3")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText.hasPrefix("seqd: x.sf3: sample long: damaged: its page at byte 0x")
                && run.errorText.hasSuffix("; compressed again\n"),
            "\(run)"
        )
        let (before, after) = (try shop.streams("x.sf3"), try shop.streams("y.sf3"))
        #expect(after["long"] != before["long"] && after["C2"] == before["C2"])
    }

    @Test("are reported if nothing of them can be decoded, and silent")
    func undecodable() async throws {
        try await shop.addDamagedFont { stream in
            for index in stream.indices.dropFirst(4).prefix(400) { stream[index] = 1 }
        }
        let run = try await shop.run("convert", "x.sf3", "-o", "y.sf3")
        #expect(run.status == .exited(0) && run.errorText.hasSuffix("; silent\n"), "\(run)")
    }
}
