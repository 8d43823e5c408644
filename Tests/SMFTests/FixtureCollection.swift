extension Fixture {
    /// Files that between them have every kind of event and chunk.
    static let rich: [[UInt8]] = [
        file(track(note)),
        file(
            track(
                """
                00 FF0002 0001 00 FF0305 'Piano' 00 FF2001 00 00 FF2101 01 00 FF5103 07A120
                00 FF5405 41 00 00 00 00 00 FF5804 06 03 18 08 00 FF5902 FD 01 00 FF7F02 4301
                00 F0057E7F0901F7 8148 F0024312 64 F70200F7 00 F701FA 8100 FF2F00
                """
            ),
            track(
                """
                00 C005 00 903C40 10 3E40 10 3C00 00 3E00 8170 B04000 00 E00040 00 D040 00 A03C01
                00 853C40 81808000 953C40 00 FF0100 00 3C00 00 FF2F00
                """
            ),
            chunk("Junk", [1, 2, 3])
        ),
        riffChunk(
            "RIFF",
            Array("RMID".utf8)
                + riffChunk("data", file(track(note)))
                + riffChunk("LIST", Array("INFO".utf8) + riffChunk("DBNK", [1, 0]))
                + riffChunk("RIFF", Array("sfbk".utf8) + [1, 2])
        ),
        [UInt8](repeating: 0, count: 128) + file(track(note)) + [0x1A],
    ]

    /// All fixtures that are files as a whole, those that are refused included.
    static let all: [[UInt8]] = rich + MatrixRow.all.map(\.bytes) + MatrixRefusal.all.map(\.bytes)
}
