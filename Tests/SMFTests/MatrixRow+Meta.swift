extension MatrixRow {
    private static let good = Fixture.track(Fixture.note)

    /// Meta events that are no text.
    static let metaRows: [MatrixRow] = [
        MatrixRow(
            "tempo 0 (FF 51 03 00 00 00)",
            track: "00 FF5103000000 \(Fixture.note)",
            "0 FF51 000000, \(note)",
            "warning meta-range"
        ),
        MatrixRow(
            "tempo 1 us and 0xFFFFFF",
            track: "00 FF5103000001 60 FF5103FFFFFF \(Fixture.note)",
            "0 FF51 000001, 96 FF51 FFFFFF, \(note)"
        ),
        MatrixRow(
            "tempo event with wrong length",
            track: "00 FF510207A1 00 FF510407A12000 \(Fixture.note)",
            "0 FF51 07A1, 0 FF51 07A12000, \(note)",
            "warning meta-length",
            "warning meta-length"
        ),
        MatrixRow(
            "tempo on tracks other than 0",
            file: Fixture.file(good, Fixture.track("00 FF510307A120 \(Fixture.note)")),
            [note, "0 FF51 07A120, \(note)"]
        ),
        MatrixRow(
            "tempo storm (real)",
            track: "00 FF5103080000 01 FF510307FF00 01 FF510307FE00 00 FF2F00",
            "0 FF51 080000, 1 FF51 07FF00, 1 FF51 07FE00, 0 FF2F"
        ),
        MatrixRow(
            "time signature odd, a: 9/8 not on track 0, 5/128",
            file: Fixture.file(
                good,
                Fixture.track("00 FF580409031808 00 FF580405071808 00 FF2F00")
            ),
            [note, "0 FF58 09031808, 0 FF58 05071808, 0 FF2F"]
        ),
        MatrixRow(
            "time signature odd, b: numerator 0, denominator 2^9",
            track: "00 FF580400021808 00 FF580404091808 \(Fixture.note)",
            "0 FF58 00021808, 0 FF58 04091808, \(note)",
            "warning meta-range",
            "warning meta-range"
        ),
        MatrixRow(
            "time signature with wrong length",
            track: "00 FF5803040218 \(Fixture.note)",
            "0 FF58 040218, \(note)",
            "warning meta-length"
        ),
        MatrixRow(
            "clocks-per-click 0 / 32nds != 8",
            track: "00 FF580404020008 00 FF580404021800 00 FF580404021804 00 FF2F00",
            "0 FF58 04020008, 0 FF58 04021800, 0 FF58 04021804, 0 FF2F"
        ),
        MatrixRow(
            "key signature out of range",
            track: "00 FF59020800 00 FF59020002 \(Fixture.note)",
            "0 FF59 0800, 0 FF59 0002, \(note)",
            "warning meta-range",
            "warning meta-range"
        ),
        MatrixRow(
            "FF 00 sequence number",
            track: "00 FF00020102 00 FF0000 00 FF2F00",
            "0 FF00 0102, 0 FF00, 0 FF2F"
        ),
        MatrixRow(
            "FF 20 channel prefix",
            track: "00 FF200109 00 FF200110 00 FF2F00",
            "0 FF20 09, 0 FF20 10, 0 FF2F",
            "warning meta-range"
        ),
        MatrixRow(
            "FF 21 port",
            file: Fixture.file(good, Fixture.track("00 FF210101 \(Fixture.note)")),
            [note, "0 FF21 01, \(note)"]
        ),
        MatrixRow(
            "FF 21 with odd values (87, 253, 254)",
            track: "00 FF210157 00 FF2101FD 00 FF2101FE 00 FF2F00",
            "0 FF21 57, 0 FF21 FD, 0 FF21 FE, 0 FF2F"
        ),
        MatrixRow(
            "FF 54 SMPTE offset (valid / bad), a: valid",
            track: "00 FF5405410203041D 00 FF2F00",
            "0 FF54 410203041D, 0 FF2F"
        ),
        MatrixRow(
            "FF 54 SMPTE offset (valid / bad), b: minute 60, a byte too few",
            track: "00 FF5405013C000000 00 FF540401000000 00 FF2F00",
            "0 FF54 013C000000, 0 FF54 01000000, 0 FF2F",
            "warning meta-range",
            "warning meta-length"
        ),
        MatrixRow(
            "FF 7F sequencer specific",
            track: "00 FF7F03430001 00 FF2F00",
            "0 FF7F 430001, 0 FF2F"
        ),
        MatrixRow(
            "FF 60 XMF patch prefix",
            track: "00 FF600101 00 FF2F00",
            "0 FF60 01, 0 FF2F",
            "note meta-unknown"
        ),
        MatrixRow(
            "unknown meta / meta type >= 0x80",
            track: "00 FF7A0241FF 00 FFA10142 \(Fixture.note)",
            "0 FF7A 41FF, 0 FFA1 42, \(note)",
            "note meta-unknown",
            "warning meta-type-range"
        ),
        MatrixRow(
            "meta length beyond chunk",
            file: Fixture.file(Fixture.track("00 903C40 00 FF017F41"), good),
            ["0 903C40, 0 FF2F", note],
            "error payload-truncated"
        ),
    ]
}
