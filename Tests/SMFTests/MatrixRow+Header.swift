import SMF

extension MatrixRow {
    private static let good = Fixture.track(Fixture.note)
    private static let two = [note, note]

    /// The header: formats, divisions, its place and length, the number of tracks.
    static let headerRows: [MatrixRow] =
        [
            MatrixRow("format 0", track: Fixture.note, note),
            MatrixRow(
                "format 0 with 2 tracks",
                file: Fixture.header(format: 0, tracks: 2) + good + good,
                two,
                "warning format-0-tracks"
            ),
            MatrixRow("format 1", file: Fixture.file(good, good), two),
            MatrixRow(
                "format 2",
                file: Fixture.header(format: 2, tracks: 2) + good + good,
                two
            ).with { $0.format = .independent },
            MatrixRow(
                "format > 2, a: 19796",
                file: Fixture.header(format: 19_796, tracks: 2) + good + good,
                two,
                "error format-unknown"
            ).with { $0.offset = 8 },
            MatrixRow(
                "format > 2, b: 29697",
                file: Fixture.header(format: 29_697, tracks: 1) + good,
                [note],
                "error format-unknown"
            ),
            MatrixRow(
                "ntrks mismatch, a: too many promised",
                file: Fixture.header(tracks: 3) + good + good,
                two,
                "warning track-count-wrong"
            ).with { $0.offset = 10 },
            MatrixRow(
                "ntrks mismatch, b: too few promised",
                file: Fixture.header(tracks: 1) + good + good,
                [note],
                "warning tracks-extra"
            ).with { $0.offset = 0x22 },
            MatrixRow(
                "ntrks mismatch, c: none promised",
                file: Fixture.header(tracks: 0) + good + good,
                two,
                "warning track-count-wrong"
            ),
            MatrixRow(
                "MThd length > 6 (honest)",
                file: Fixture.bytes("'MThd' 0000000A 0001 0011 0060 01020304")
                    + (0..<17).flatMap { _ in good },
                [String](repeating: note, count: 17),
                "note header-long"
            ),
            MatrixRow(
                "MThd length a lie",
                file: Fixture.bytes("'MThd' 0000000E 0001 0002 0060") + good + good,
                two,
                "warning header-length-wrong"
            ),
            MatrixRow(
                "header not at offset 0",
                file: [UInt8](repeating: 0, count: 128) + Fixture.file(good, good),
                two,
                "warning header-not-at-start"
            ),
        ] + divisionRows

    private static let divisionRows: [MatrixRow] = [
        ("SMPTE -25 x 40 (ms)", 0xE728, Division.smpte(.fps25, ticksPerFrame: 40)),
        ("SMPTE -30 x 120", 0xE278, .smpte(.fps30, ticksPerFrame: 120)),
        ("SMPTE -24, -29 (29.97 drop), a: -24", 0xE850, .smpte(.fps24, ticksPerFrame: 80)),
        ("SMPTE -24, -29 (29.97 drop), b: -29", 0xE364, .smpte(.fps2997, ticksPerFrame: 100)),
        ("very small / large PPQ, a: 1", 1, .ticksPerQuarter(1)),
        ("very small / large PPQ, b: 32767", 32_767, .ticksPerQuarter(32_767)),
    ].map { name, word, division in
        MatrixRow(name, file: Fixture.header(tracks: 1, division: word) + good, [note])
            .with { $0.division = division }
    }
}
