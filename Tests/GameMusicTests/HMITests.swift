import GameMusic
import MIDI
import SMF
import Sequencer
import Testing

@Suite("HMI")
struct HMITests {
    private func file(_ events: String) throws -> MIDIFile {
        try GameMusic(GameFixture.hmi(GameFixture.hmiTrack(events))).file
    }

    @Test("Delays are those of MIDI files, notes have durations, and status bytes may be left out")
    func events() throws {
        let file = try file("05 903C408100 10 3E4110 00 C007 8110 FF2F00")
        #expect(file.diagnostics.isEmpty)
        #expect(file.division == .ticksPerQuarter(60))
        #expect(
            file.tracks[0].messages == [
                "5: 90 3C 40", "21: 90 3E 41", "21: C0 07", "37: 80 3E 40", "133: 80 3C 40",
            ]
        )
        #expect(file.tracks[0].endTick == 165)
    }

    @Test("The rate is that of the header, and tempo events change it")
    func rate() throws {
        // 99 ticks per second; then twice as many.
        let track = GameFixture.hmiTrack("63 903C4001 00 FF5103 1E8480 63 903C4001 00 FF2F00")
        let file = try GameMusic(GameFixture.hmi(track, rate: 99)).file
        #expect(file.division == .ticksPerQuarter(99))
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        let frames = sequence.schedule.filter { $0.message.isNoteOn }
            .map { sequence.tempoMap.frame(atTick: $0.tick, rate: 48_000) }
        #expect(frames == [48_000, 72_000])
        let error = #expect(throws: SMFError.self) {
            try GameMusic(GameFixture.hmi(track, rate: 0))
        }
        #expect(error?.code == .divisionInvalid)
    }

    @Test("The song's loop is the file's loop")
    func loop() throws {
        let music = GameFixture.hmiTrack("00 903C4010 60 FF2F00")
        let loop = GameFixture.hmiTrack("10 FE14FFFF 40 FE15000000000000 00 FF2F00")
        let file = try GameMusic(GameFixture.hmi(music, loop)).file
        #expect(file.format == .simultaneous)
        #expect(file.diagnostics.isEmpty)
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        #expect(sequence.fileLoop == 16..<80)
        let controllers = try self.file("10 B06E00 40 B06F00 00 FF2F00")
        #expect(controllers.tracks[0].texts(.marker) == ["16: loopStart", "80: loopEnd"])
    }

    @Test("Other loops and jumps are played once, and that is said")
    func otherLoops() throws {
        let file = try file(
            "00 FE10000002AABB00000000 00 FE120202 08 903C4001 00 FE13000000000000 "
                + "00 FE11000000000000 00 FE160000 00 FE140303 00 FF2F00"
        )
        #expect(file.codes == [.loopUnused])
        #expect(file.diagnostics[0].detail.hasPrefix("5 loops"))
        #expect(file.tracks[0].messages == ["8: 90 3C 40", "9: 80 3C 40"])
    }

    @Test("Controllers for the driver are left out, and that is said")
    func controllers() throws {
        let file = try file("00 B06740 00 B07701 00 B06C01 00 B00740 00 FF2F00")
        #expect(Set(file.codes) == [.driverControls, .loopUnused])
        #expect(file.tracks[0].messages == ["0: B0 07 40"])
    }

    @Test("A track has the name in its header")
    func names() throws {
        let track = GameFixture.hmiTrack("00 903C4001 00 FF2F00", name: "Bass")
        let file = try GameMusic(GameFixture.hmi(track)).file
        #expect(file.tracks[0].name == "Bass")
        #expect(file.tracks[0].messages.count == 2)
    }

    @Test("Tracks for other sound devices are left out, unless there are no others")
    func devices() throws {
        let events = "00 903C4001 00 FF2F00"
        let forGeneralMIDI = GameFixture.hmiTrack(events, devices: [0xA009, 0xA001])
        let forFM = GameFixture.hmiTrack(events, devices: [0xA002, 0xA009])
        let both = try GameMusic(GameFixture.hmi(forFM, forGeneralMIDI)).file
        #expect(both.codes == [.trackForOtherDevice])
        #expect(both.tracks.count == 1)
        let one = try GameMusic(GameFixture.hmi(forFM)).file
        #expect(one.diagnostics.isEmpty)
        #expect(one.tracks.count == 1)
        let all = try GameMusic(GameFixture.hmi(GameFixture.hmiTrack(events), forGeneralMIDI)).file
        #expect(all.tracks.count == 2)
    }

    @Test("Damage is reported as in MIDI files")
    func damage() throws {
        #expect(try file("00 903C4001").codes == [.endOfTrackMissing])
        #expect(try file("00 90 3C").codes == [.trackTruncated])
        #expect(try file("00 3C 40").codes == [.statusMissing])
        #expect(try file("00 FE17 00").codes == [.statusIllegal])
        #expect(try file("00 FE10 00").codes == [.trackTruncated])
        let track = GameFixture.hmiTrack("00 903C4001 00 FF2F00")
        #expect(try GameMusic(GameFixture.hmi(track, promised: 2)).file.codes == [.trackCountWrong])
        let error = #expect(throws: SMFError.self) { try GameMusic(GameFixture.hmi([1, 2, 3])) }
        #expect(error?.code == .notMIDI)
    }

    @Test("A directory that names one track many times has it once")
    func repeatedTrack() throws {
        var bytes = GameFixture.hmi(GameFixture.hmiTrack("00 903C4001 00 FF2F00"))
        let directory = bytes.count
        bytes.replaceSubrange(0xE8..<0xEC, with: GameFixture.little32(directory))
        bytes.replaceSubrange(0xE4..<0xE6, with: GameFixture.little16(1000))
        for _ in 0..<1000 { bytes += GameFixture.little32(0x176) }
        #expect(try GameMusic(bytes).file.tracks.count == 1)
    }
}
