import Testing

/// How loud the programs are, and how long they last.
@Suite struct LoudnessTests {
    /// A key that is usual for a program.
    private static func usualKey(_ program: Int) -> UInt8 {
        switch program {
        case 32...39, 43, 58: 40
        case 47, 116, 117: 48
        case 42, 57, 67, 70, 87: 50
        case 8, 10, 13, 14, 74, 75, 79, 98, 112: 72
        case 9, 72, 78: 84
        default: 60
        }
    }

    /// Loudest 400 ms of a note of two seconds, velocity 100: BS.1770's measure.
    @Test func allProgramsAreEquallyLoudWithinThreeDecibels() throws {
        let notes = (0..<128).map {
            BankRecorder.Note(program: UInt8($0), key: Self.usualKey($0))
        }
        // The last note's release may not reach into the next one's measure.
        let sounds = try BankRecorder.record(notes, held: 2_000, apart: 3_000)
        let levels = sounds.map(\.loudness)
        let softest = try #require(levels.min())
        let loudest = try #require(levels.max())
        #expect(loudest - softest <= 3, "\(levels)")
        // As loud as other banks: TimGM6mb's programs have a median of -35.1 LUFS this way.
        #expect(softest > -39 && loudest < -34)
    }

    /// RMS of the first second of C4.
    @Test func noProgramIsSofterThanAnotherByMoreThanTwelveDecibels() throws {
        let notes = (0..<128).map { BankRecorder.Note(program: UInt8($0), key: 60) }
        let sounds = try BankRecorder.record(notes, held: 1_000, apart: 1_500)
        let levels = sounds.map { $0.level(0.005..<1.005) }
        let (softest, loudest) = (try #require(levels.min()), try #require(levels.max()))
        #expect(loudest - softest <= 12, "\(levels)")
    }

    @Test func noProgramIsSilentOnAnyOctave() throws {
        let keys = Array(stride(from: UInt8(21), through: 105, by: 12)) + [108]
        let notes = (0..<112).flatMap { program in
            keys.map { BankRecorder.Note(program: UInt8(program), key: $0) }
        }
        let sounds = try BankRecorder.record(notes, held: 90, apart: 110)
        for (note, sound) in zip(notes, sounds) {
            #expect(sound.level(0..<0.1) > -80, "program \(note.program), key \(note.key)")
        }
    }

    @Test func sustainedProgramsStillSoundAfterFiveSecondsAndOthersDecay() throws {
        let sustained = [16, 18, 19, 21, 40, 42, 48, 52, 56, 60, 65, 68, 71, 73, 80, 81, 89, 109]
        let decaying = [0, 4, 6, 9, 12, 13, 24, 25, 32, 45, 46, 105, 108, 114]
        let notes = (sustained + decaying).map { BankRecorder.Note(program: UInt8($0), key: 60) }
        let sounds = try BankRecorder.record(notes, held: 5_500, apart: 5_600)
        for (note, sound) in zip(notes, sounds) {
            let fall = sound.level(0.2..<0.6) - sound.level(4.8..<5.4)
            if sustained.contains(Int(note.program)) {
                #expect(fall < 6, "program \(note.program) falls by \(fall) dB")
            } else {
                #expect(fall > 20, "program \(note.program) falls by \(fall) dB")
            }
        }
    }
}
