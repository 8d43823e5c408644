import GameMusic
import SMF
import Testing

@Suite("Formats of game music")
struct FormatTests {
    @Test(
        "are known by their first bytes",
        arguments: [
            ("'FORM' 0000000E 'XDIR'", GameMusicFormat.xmi),
            ("'FORM' 0000000E 'XMID'", .xmi), ("'CAT ' 0000000E 'XMID'", .xmi),
            ("'MUS' 1A", .mus), ("'HMI-MIDISONG061595'", .hmi), ("'HMIMIDIP' 00", .hmp),
            ("'HMIMIDIP013195'", .hmp), ("'HMIMIDIR'", .hmp), ("'XMF_2.00'", .xmf),
        ]
    )
    func known(_ bytes: String, _ format: GameMusicFormat) {
        #expect(GameMusicFormat(of: GameFixture.bytes(bytes)) == format)
    }

    @Test(
        "are nothing else",
        arguments: ["'MThd'", "'RIFF' 00000000 'RMID'", "'FORM' 00000000 'AIFF'", "'MUS' 1B", ""]
    )
    func unknown(_ bytes: String) {
        #expect(GameMusicFormat(of: GameFixture.bytes(bytes)) == nil)
    }

    @Test("that end after their first bytes are refused, with the strict policy too")
    func tooShort() {
        for text in [
            "'FORM' 0000000E 'XDIR'", "'MUS' 1A", "'HMI-MIDISONG'", "'HMIMIDIP'", "'XMF_'",
        ] {
            for policy in [ReadPolicy.tolerant, .strict] {
                let error = #expect(throws: SMFError.self) {
                    try GameMusic(GameFixture.bytes(text), policy: policy)
                }
                #expect(error?.code == .headerShort || error?.code == .notMIDI, "\(text)")
            }
        }
    }

    @Test("give a file that can be written and read again")
    func written() throws {
        let files = [
            GameFixture.xmi("C005 903C4010 10 F003 4142F7 FF2F00"),
            GameFixture.xmi("903C4010 10 F002 4142 F702 F8F8 FF2F00"),
            GameFixture.mus("90BC40 10 003C 60"),
            GameFixture.hmi(GameFixture.hmiTrack("00 903C4010 10 FF2F00")),
            GameFixture.hmp("80 903C40 90 803C40 80 FF2F00"),
            GameFixture.xmf(GameFixture.node(GameFixture.midiFile)),
        ]
        for bytes in files {
            let file = try GameMusic(bytes).file
            let again = try MIDIFile(try file.bytes(.compact))
            #expect(again.diagnostics.isEmpty)
            #expect(again.tracks == file.tracks)
            #expect(again.division == file.division)
        }
    }

    @Test("with the strict policy throw the first warning")
    func strict() throws {
        let bytes = GameFixture.mus("10BC40 60", length: 9)
        #expect(try GameMusic(bytes).file.codes == [.chunkLengthWrong])
        let error = #expect(throws: SMFError.self) { try GameMusic(bytes, policy: .strict) }
        #expect(error?.code == .violation)
        #expect(error?.diagnostic?.code == .chunkLengthWrong)
    }

    @Test("cut at every byte give what is there, or an error, and never trap")
    func cut() {
        let files = [
            GameFixture.xmi(
                GameFixture.sequence(
                    "7403 B07402 903C408100 10 B0757F F003 4142F7 FF510307A120 FF2F00",
                    before: GameFixture.chunk("TIMB", [1, 0, 5, 0])
                        + GameFixture.chunk("RBRN", [1, 0, 3, 0, 2, 0, 0, 0])
                ),
                GameFixture.sequence("FF510308A120 903C4010 10 FF2F00")
            ),
            GameFixture.mus("90BC40 8120 40 0005 B00B 003C 60"),
            GameFixture.hmi(
                GameFixture.hmiTrack("00 903C4010 10 FE10000002AABB00000000 00 FF2F00", name: "a"),
                GameFixture.hmiTrack("00 FE14FFFF 10 FE1500000000AABB 00 FF2F00")
            ),
            GameFixture.hmp("80 B06EFF 90 B06F80 80 FF2F00", "80 903C40 90 803C40 80 FF2F00"),
            GameFixture.xmf(GameFixture.node(GameFixture.midiFile)),
        ]
        for file in files {
            for count in 0..<file.count {
                let music = try? GameMusic(Array(file.prefix(count)))
                for track in music?.file.tracks ?? [] { #expect(track.last?.event.isEnd == true) }
            }
        }
    }
}

extension Event {
    /// Whether this is end-of-track.
    var isEnd: Bool {
        if case .meta(let meta) = self { meta.isEndOfTrack } else { false }
    }
}
