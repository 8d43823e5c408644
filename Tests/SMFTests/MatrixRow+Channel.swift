extension MatrixRow {
    /// Channel messages, their times and their statuses.
    static let channelRows: [MatrixRow] = [
        MatrixRow(
            "running status (plain)",
            track: "00 903C40 60 3C00 00 3E40 8100 3E00 00 FF2F00",
            "0 903C40, 96 903C00, 0 903E40, 128 903E00, 0 FF2F"
        ),
        MatrixRow(
            "running status after a meta event",
            track: "00 903C40 00 FF0101 41 60 3C00 00 FF2F00",
            "0 903C40, 0 FF01 41, 96 903C00, 0 FF2F",
            "warning running-status-kept"
        ).with { $0.offset = 0x20 },
        MatrixRow(
            "running status after a sysex",
            track: "00 903C40 00 F0027EF7 60 3C00 00 FF2F00",
            "0 903C40, 0 F0 7EF7, 96 903C00, 0 FF2F",
            "warning running-status-kept"
        ),
        MatrixRow(
            "data byte with no status at all",
            file: Fixture.file(Fixture.track(Fixture.note), Fixture.track("00 3C40 00 903C40")),
            [note, "0 FF2F"],
            "error status-missing"
        ),
        MatrixRow(
            "zero-padded VLQ (80 80 00)",
            track: "8000 903C40 808000 FF0180800141 80808060 803C40 80808000 FF2F8000",
            "0 903C40, 0 FF01 41, 96 803C40, 0 FF2F"
        ),
        MatrixRow(
            "4-byte VLQ (real, non-padded)",
            track: "00 903C40 87FABF2D 803C40 FFFFFF7F FF2F00",
            "0 903C40, 16687021 803C40, 268435455 FF2F"
        ),
        MatrixRow(
            ">4-byte VLQ (illegal), a: padded",
            track: "00 903C40 8080808060 803C40 00 FF2F00",
            note,
            "warning quantity-long"
        ).with { $0.offset = 0x1A },
        MatrixRow(
            ">4-byte VLQ (illegal), b: above 28 bits",
            file: Fixture.file(
                Fixture.track("00 903C40 8180808000 803C40 00 FF2F00"),
                Fixture.track("00 903C40 FFFFFFFFFFFFFFFFFFFFFF7F 803C40 00 FF2F00"),
                Fixture.track(Fixture.note)
            ),
            ["0 903C40, 0 803C40, 0 FF2F", "0 903C40, 0 FF2F", note],
            "error delta-range",
            "error delta-range"
        ).with { $0.offset = 0x1A },
        MatrixRow(
            ">4-byte VLQ (illegal), c: -1 as a number of 32 and of 64 bits",
            file: Fixture.file(
                Fixture.track("00 903C40 8FFFFFFF7F 803C40 10 FF010141 00 FF2F00"),
                Fixture.track("00 903C40 81FFFFFFFFFFFFFFFF7F FF010141 60 803C40 00 FF2F00"),
                Fixture.track("00 903C40 8FFFFFFF7F F0027EF7 60 803C40 8FFFFFFF7F FF2F00")
            ),
            [
                "0 903C40, 0 803C40, 16 FF01 41, 0 FF2F",
                "0 903C40, 0 FF01 41, 96 803C40, 0 FF2F",
                "0 903C40, 0 F0 7EF7, 96 803C40, 0 FF2F",
            ],
            "error delta-range",
            "error delta-range",
            "error delta-range",
            "error delta-range"
        ),
        MatrixRow(
            ">4-byte VLQ (illegal), d: lengths of five bytes",
            track: "00 FF01 8080808001 41 00 F0 8080808002 7EF7 00 903C40 60 803C40 00 FF2F00",
            "0 FF01 41, 0 F0 7EF7, " + note,
            "warning quantity-long",
            "warning quantity-long"
        ),
        MatrixRow(
            "illegal status F1..FE in a track",
            track: "00 903C40 10 FA 10 F20102 10 803C40 00 FF2F00",
            "0 903C40, 48 803C40, 0 FF2F",
            "warning status-illegal",
            "warning status-illegal"
        ).with { $0.offset = 0x1B },
        MatrixRow(
            "note-on velocity 0",
            track: "00 903C40 60 903C00 00 FF2F00",
            "0 903C40, 96 903C00, 0 FF2F"
        ),
        MatrixRow(
            "release velocity",
            track: "00 903C40 60 803C7F 00 FF2F00",
            "0 903C40, 96 803C7F, 0 FF2F"
        ),
        MatrixRow(
            "overlapping same-note notes",
            track: "00 903C40 10 903C50 10 803C40 10 803C40 00 FF2F00",
            "0 903C40, 16 903C50, 16 803C40, 16 803C40, 0 FF2F"
        ),
        MatrixRow(
            "stuck notes (no off before EOT)",
            track: "00 903C40 60 FF2F00",
            "0 903C40, 96 FF2F"
        ),
        MatrixRow(
            "note-off without note-on",
            track: "00 803C40 00 FF2F00",
            "0 803C40, 0 FF2F"
        ),
        MatrixRow(
            "very long delta",
            track: "FFFFFF7F 903C40 FFFFFF7F 803C40 FFFFFF7F FF2F00",
            "268435455 903C40, 268435455 803C40, 268435455 FF2F"
        ),
        MatrixRow(
            "CC111 / marker loops (`loopStart`, `loopEnd`)",
            track: "00 B06F00 00 FF0609'loopStart' 60 FF0607'loopEnd' 00 FF2F00",
            "0 B06F00, 0 FF06 6C6F6F705374617274, 96 FF06 6C6F6F70456E64, 0 FF2F"
        ),
        MatrixRow(
            "NRPN AWE32 + own bank",
            track: "00 B00001 00 B0637F 00 B06215 00 B00640 00 C005 00 FF2F00",
            "0 B00001, 0 B0637F, 0 B06215, 0 B00640, 0 C005, 0 FF2F"
        ),
    ]
}
