import SMF

extension MatrixRow {
    private static let good = Fixture.track(Fixture.note)
    private static let two = [note, note]

    /// Chunks, their lengths and ends, and what stands between them.
    static let chunkRows: [MatrixRow] = [
        MatrixRow(
            "missing end-of-track",
            track: "00 903C40 60 803C40",
            note,
            "warning end-of-track-missing"
        ),
        MatrixRow(
            "chunk length too long (past EOF)",
            file: Fixture.file(good, Fixture.track(Fixture.note, length: 1000)),
            two,
            "warning chunk-length-wrong"
        ),
        MatrixRow(
            "chunk length too short (EOT lies beyond)",
            file: Fixture.file(Fixture.track(Fixture.note, length: 8), good),
            two,
            "warning end-of-track-missing",
            "warning chunk-garbage"
        ),
        MatrixRow(
            "bytes after EOT inside the chunk",
            file: Fixture.file(Fixture.track(Fixture.note + "00 903E40 00 FF2F00"), good),
            two,
            "warning bytes-after-end-of-track"
        ),
        MatrixRow(
            "chunk length off by one (extra / missing byte), a: one too many",
            file: Fixture.file(Fixture.track(Fixture.note, length: 13), good),
            two,
            "warning chunk-length-wrong"
        ),
        MatrixRow(
            "chunk length off by one (extra / missing byte), b: one too few",
            file: Fixture.file(Fixture.track(Fixture.note, length: 11), good),
            two,
            "warning end-of-track-length",
            "warning chunk-garbage"
        ),
        MatrixRow(
            "chunk length off by one (extra / missing byte), c: a byte between the chunks",
            file: Fixture.file(good, [0x00] + good),
            two,
            "warning chunk-garbage"
        ),
        MatrixRow(
            "garbage between chunks",
            file: Fixture.file(good, Fixture.bytes("0D0A0D0A0D") + good),
            two,
            "warning chunk-garbage"
        ),
        MatrixRow(
            "unknown (alien) chunk",
            file: Fixture.header(tracks: 2) + good + Fixture.chunk("XFIH", [1, 2, 3]) + good,
            two,
            "note chunk-unknown"
        ),
        MatrixRow(
            "EOT with length != 0",
            file: Fixture.file(Fixture.track("00 903C40 60 803C40 00 FF2F02AABB"), good),
            two,
            "warning end-of-track-length"
        ),
        MatrixRow(
            "trailing silence before EOT",
            track: "00 903C40 60 803C40 8F00 FF2F00",
            "0 903C40, 96 803C40, 1920 FF2F"
        ),
        MatrixRow(
            "trailing garbage after last chunk",
            file: Fixture.file(good, good) + [UInt8](repeating: 0x1A, count: 50),
            two,
            "warning trailing-bytes"
        ),
        MatrixRow(
            "truncated somewhere real",
            file: Array(Fixture.file(good, good, good).dropLast(26)),
            [note, "0 903C40, 0 FF2F"],
            "warning track-count-wrong",
            "warning chunk-length-wrong",
            "error track-truncated"
        ),
        // Ten tracks: their count is hit as well, and the division moved by a byte.
        MatrixRow(
            "CR/LF-mangled (ASCII-mode FTP)",
            file: mangled(Fixture.header(tracks: 10) + (0..<10).flatMap { _ in good }),
            [String](repeating: note, count: 10),
            "warning track-count-wrong",
            "warning chunk-garbage"
        ).with { $0.division = .ticksPerQuarter(0x0A00) },
        MatrixRow(
            "RIFF RMID wrapper",
            file: riff(),
            [note]
        ).with {
            $0.format = .single
            $0.container = .riff(soundBank: nil, bankOffset: nil)
        },
        MatrixRow(
            "RMID + embedded DLS",
            file: riff(info, Fixture.riffChunk("RIFF", Array("DLS ".utf8) + [1, 2, 3, 4])),
            [note]
        ).with {
            $0.format = .single
            $0.container = .riff(soundBank: 66..<82, bankOffset: nil)
        },
        MatrixRow(
            "RMID + embedded SF2, bank offset (DBNK)",
            file: riff(
                Fixture.riffChunk(
                    "LIST",
                    Array("INFO".utf8) + Fixture.riffChunk("DBNK", [2, 1])
                ),
                Fixture.riffChunk("RIFF", Array("sfbk".utf8) + [1, 2])
            ),
            [note]
        ).with {
            $0.format = .single
            $0.container = .riff(soundBank: 76..<90, bankOffset: 0x102)
        },
    ]

    private static let info = Fixture.riffChunk("LIST", Array("INFO".utf8))

    private static func riff(_ chunks: [UInt8]...) -> [UInt8] {
        Fixture.riffChunk(
            "RIFF",
            Array("RMID".utf8) + Fixture.riffChunk("data", Fixture.file(good))
                + chunks.flatMap { $0 }
        )
    }

    /// The bytes after a transfer that takes each line feed for the end of a line.
    private static func mangled(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }
}
