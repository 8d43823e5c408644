extension MatrixRow {
    /// SysEx events and escapes.
    static let systemExclusiveRows: [MatrixRow] = [
        MatrixRow(
            "F0 sysex complete",
            track: "00 F0057E7F0901F7 00 FF2F00",
            "0 F0 7E7F0901F7, 0 FF2F"
        ),
        // The example of the specification.
        MatrixRow(
            "F0 without F7 + F7 continuation packets",
            track: "00 F003431200 8148 F706431200431200 64 F704431200F7 00 FF2F00",
            "0 F0 431200, 200 F7+ 431200431200, 100 F7+ 431200F7, 0 FF2F"
        ),
        MatrixRow(
            "F7 escape (realtime/song position inside a file)",
            track: "00 F701FA 60 F703F20001 00 FF2F00",
            "0 F7 FA, 96 F7 F20001, 0 FF2F"
        ),
        MatrixRow("sysex length 0", track: "00 F000 \(Fixture.note)", "0 F0, \(note)"),
        MatrixRow(
            "sysex length beyond chunk",
            file: Fixture.file(Fixture.track("00 903C40 00 F07F0102"), Fixture.track(Fixture.note)),
            ["0 903C40, 0 FF2F", note],
            "error payload-truncated"
        ).with { $0.offset = 0x1A },
        MatrixRow(
            "GM/GS/XG resets and drum-part sysex",
            track: """
                00 F0057E7F0901F7 00 F0057E7F0903F7 00 F00A41104212 40007F0041F7
                00 F0084310 4C00007E00F7 00 F00A41104212 4011150218F7 00 FF2F00
                """,
            """
            0 F0 7E7F0901F7, 0 F0 7E7F0903F7, 0 F0 4110421240007F0041F7, \
            0 F0 43104C00007E00F7, 0 F0 411042124011150218F7, 0 FF2F
            """
        ),
    ]
}
