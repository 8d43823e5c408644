/// A file of each format of game music, with everything that its reader knows.
enum GameMusicSeeds {
    static var all: [[UInt8]] {
        [
            GameFixture.xmi(
                GameFixture.sequence(
                    "FF51030927C0 B07205 C005 B07402 903C408100 10 B0757F B06E7F F003 4142F7 "
                        + "B07400 B07801 903E4010 7F 20 B0757F 903E4010 FF2F00",
                    before: GameFixture.chunk("TIMB", [1, 0, 5, 0])
                        + GameFixture.chunk("RBRN", [1, 0, 1, 0, 2, 0, 0, 0])
                ),
                GameFixture.sequence("FF510308A120 903C4010 10 FF2F00")
            ),
            GameFixture.sequence("B0747E B0747E 903C4001 B0757F B0757F FF2F00"),
            GameFixture.mus("1FA640 40 0005 40 0364 90BC40 8120 30 0B A0 8010 D0 10 B00B 003C 60"),
            GameFixture.hmi(
                GameFixture.hmiTrack(
                    "00 903C4010 10 3E4010 00 FE10000002AABB00000000 00 FE120202 00 B06740 00 "
                        + "FF51031E8480 00 FE13000000000000 00 FE160000 00 FF2F00",
                    devices: [0xA001],
                    name: "a"
                ),
                GameFixture.hmiTrack("00 FE14FFFF 10 FE1500000000AABB 00 FF2F00"),
                GameFixture.hmiTrack("00 903C4010 10 FF2F00", devices: [0xA009])
            ),
        ]
            + GameFixture.HMPVersion.allCases.map {
                GameFixture.hmp(
                    "80 B06EFF 90 B06F80 80 FF2F00",
                    "80 903C40 7F81 803C40 80 FF5103 07A120 80 FF2F00",
                    version: $0
                )
            }
            + [
                GameFixture.xmf(
                    GameFixture.node(GameFixture.node(GameFixture.midiFile), items: 1),
                    GameFixture.node(GameFixture.bytes("'RIFF' 04000000 'DLS '"))
                ),
                GameFixture.xmf(
                    GameFixture.node([0x78, 0x9C, 3, 0, 0, 0, 0, 1], unpackers: [0, 1, 0]),
                    GameFixture.node(GameFixture.quantity(0x30), reference: 2),
                    GameFixture.node(GameFixture.quantity(0x17), reference: 3),
                    GameFixture.node(GameFixture.midiFile),
                    isMobile: false
                ),
            ]
    }
}
