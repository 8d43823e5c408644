extension MatrixRow {
    /// Text in its encodings and for its purposes.
    ///
    /// Whatever it is, its bytes are kept.
    static let textRows: [MatrixRow] = [
        MatrixRow(
            "text: Shift-JIS",
            track: "00 FF030689B98A798BC8 00 FF2F00",
            "0 FF03 89B98A798BC8, 0 FF2F"
        ),
        MatrixRow(
            "text: Latin-1 / CP1252 / other 8-bit",
            track: "00 FF0309'F'FC'r 'C9'lise' 00 FF2F00",
            "0 FF03 46FC7220C96C697365, 0 FF2F"
        ),
        MatrixRow(
            "text: UTF-8",
            track: "00 FF030B'F'C3BC'r 'C389'lise' 00 FF2F00",
            "0 FF03 46C3BC7220C3896C697365, 0 FF2F"
        ),
        MatrixRow(
            "karaoke .kar @tags in FF 01",
            track: "00 FF0106'@LENGL' 00 FF0104'@TMe' 60 FF01035C'la' 60 FF0103'/la' 00 FF2F00",
            "0 FF01 404C454E474C, 0 FF01 40544D65, 96 FF01 5C6C61, 96 FF01 2F6C61, 0 FF2F"
        ),
        MatrixRow(
            "lyrics FF 05",
            track: "00 FF0502'la' 60 FF0503'la'0D 60 FF05010A 00 FF2F00",
            "0 FF05 6C61, 96 FF05 6C610D, 96 FF05 0A, 0 FF2F"
        ),
        MatrixRow(
            "FF 08 program name, FF 09 device name",
            track: "00 FF0804'Room' 00 FF0903'Box' 00 FF2F00",
            "0 FF08 526F6F6D, 0 FF09 426F78, 0 FF2F"
        ),
        MatrixRow(
            "FF 0A-0F text",
            track: """
                00 FF0A0141 00 FF0B0142 00 FF0C0143 00 FF0D0144 00 FF0E0145 00 FF0F0146
                00 FF2F00
                """,
            """
            0 FF0A 41, 0 FF0B 42, 0 FF0C 43, 0 FF0D 44, 0 FF0E 45, 0 FF0F 46, 0 FF2F
            """
        ),
    ]
}
