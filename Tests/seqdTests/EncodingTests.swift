import TestSupport
import Testing

@Suite("The encoding of text")
struct EncodingTests {
    /// A song with a name, a marker in the second bar and a syllable, all of the same bytes.
    private func song(_ bytes: [UInt8]) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            for (tick, type) in [(0, 0x03), (384, 0x06), (384, 0x05)] as [(UInt32, UInt8)] {
                track.meta(at: tick, type: type, bytes)
            }
            track.note(at: 0, length: 480, channel: 0, key: 60)
        }
        return song
    }

    /// The name that `seqd inspect --json` shows.
    private func name(_ bytes: [UInt8]) async throws -> Document.Value? {
        let run = try await seqd(["inspect", "--json", "-"], input: song(bytes).bytes)
        #expect(run.status == .exited(0), "\(run)")
        // All JSON is valid UTF-8.
        #expect(String(validating: run.output, as: UTF8.self) != nil)
        return try Document(run.output).list("sequences").first?["name"]
    }

    @Test(
        "is found by looking at it",
        arguments: [
            ([0x89, 0xB9, 0x8A, 0x79], "音楽"), ([0xCB, 0xDF, 0xB1, 0xC9], "ﾋﾟｱﾉ"),
            ([0xC3, 0x89, 0x74, 0x75, 0x64, 0x65], "Étude"), ([0x46, 0xFC, 0x72], "Für"),
            ([0xFF, 0xFE, 0xF3, 0x97], "\u{97F3}"),
        ] as [([UInt8], String)]
    )
    func guess(bytes: [UInt8], text: String) async throws {
        #expect(try await name(bytes) == .string(text))
    }

    @Test("gives valid JSON whatever the bytes are")
    func anyBytes() async throws {
        let all = (UInt8.min...UInt8.max).map { $0 }
        let cases: [[UInt8]] = [
            all, all.reversed(), [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ]
        for bytes in cases {
            #expect(try await name(bytes) != nil)
        }
    }

    @Test("may be named, for the markers that positions name")
    func option() async throws {
        let place = try Workplace()
        // "음악" in EUC-KR.
        try place.add(song([0xC0, 0xBD, 0xBE, 0xC7]))
        let arguments = ["--from", "@음악", "--encoding", "EUC-KR"]
        let run = try await place.run(["render", "song.mid", "-o", "a.wav"] + arguments)
        #expect(run.status == .exited(0), "\(run)")
        let bar = try await place.render("song.mid", "-o", "b.wav", "--from", "2:1")
        #expect(bar.status == .exited(0), "\(bar)")
        #expect(try place.samples("a.wav") == place.samples("b.wav"))
        let played = try await place.run(["play", "song.mid", "--null"] + arguments)
        #expect(played.status == .exited(0), "\(played)")
        let guessed = try await place.play("song.mid", "--null", "--from", "@음악")
        #expect(guessed.status == .exited(64), "\(guessed)")
    }

    @Test("must be one that there is", arguments: ["render", "play"])
    func unknown(command: String) async throws {
        let run = try await seqd([command, "song.mid", "--encoding", "klingon"])
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains("unknown encoding 'klingon'"), "\(run)")
        #expect(run.errorText.contains("iconv -l"), "\(run)")
    }
}
