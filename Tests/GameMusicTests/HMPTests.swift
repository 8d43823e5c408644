import GameMusic
import MIDI
import SMF
import Sequencer
import Testing

@Suite("HMP")
struct HMPTests {
    @Test("Each version has its header", arguments: GameFixture.HMPVersion.allCases)
    func versions(version: GameFixture.HMPVersion) throws {
        let bytes = GameFixture.hmp(
            "80 903C40 90 803C40 80 FF2F00",
            "80 C105 85 FF2F00",
            version: version
        )
        let file = try GameMusic(bytes).file
        #expect(file.diagnostics.isEmpty)
        #expect(file.format == .simultaneous)
        #expect(file.division == .ticksPerQuarter(60))
        #expect(file.tracks.map(\.messages) == [["0: 90 3C 40", "16: 80 3C 40"], ["0: C1 05"]])
        #expect(file.tracks[1].endTick == 5)
    }

    @Test("Delays have their lowest bits first, and the high bit at their end")
    func delays() throws {
        let file = try GameMusic(
            GameFixture.hmp("7F81 903C40 7F0084 803C40 FF FF2F00")
        ).file
        #expect(file.diagnostics.isEmpty)
        // 255, then 65,663, then 127.
        #expect(file.tracks[0].messages == ["255: 90 3C 40", "65918: 80 3C 40"])
        #expect(file.tracks[0].endTick == 66_045)
    }

    @Test("The rate is that of the header, and tempo events change it")
    func rate() throws {
        let file = try GameMusic(
            GameFixture.hmp("E3 903C40 80 FF5103 07A120 E3 903C40 80 FF2F00", rate: 99)
        ).file
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        let frames = sequence.schedule.filter { $0.message.isNoteOn }
            .map { sequence.tempoMap.frame(atTick: $0.tick, rate: 48_000) }
        #expect(frames == [48_000, 72_000])
    }

    @Test("Controllers 110 and 111 are the file's loop")
    func loop() throws {
        let file = try GameMusic(
            GameFixture.hmp("88 B06EFF 90 B06F80 80 FF2F00", "80 903C40 C0 FF2F00")
        ).file
        #expect(file.diagnostics.isEmpty)
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        #expect(sequence.fileLoop == 8..<24)
    }

    @Test("Damage is reported as in MIDI files")
    func damage() throws {
        let good = "80 903C40 80 FF2F00"
        #expect(try GameMusic(GameFixture.hmp("80 903C40")).file.codes == [.endOfTrackMissing])
        #expect(
            try GameMusic(GameFixture.hmp(good, promised: 2)).file.codes == [.trackCountWrong]
        )
        var short = GameFixture.hmp(good, good)
        short.removeLast(5)
        #expect(
            try GameMusic(short).file.codes == [.chunkLengthWrong, .trackTruncated]
        )
        var zero = GameFixture.hmp(good, good)
        zero.replaceSubrange(0x30C..<0x310, with: [0, 0, 0, 0])
        let error = #expect(throws: SMFError.self) { try GameMusic(zero) }
        #expect(error?.code == .notMIDI)
    }
}
