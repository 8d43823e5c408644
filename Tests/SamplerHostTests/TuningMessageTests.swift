import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// The messages of the MIDI Tuning Standard, heard in cents.
@Suite struct TuningMessageTests {
    /// The largest error in cents; a step of a pitch is 0.006.
    private let tolerance = FluidSynthVersion.pitchTolerance

    private func render(
        _ tuning: TuningSettings = TuningSettings(),
        from milliseconds: Int = 0,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Signal {
        var options = Rendering.Options()
        options.tuning = tuning
        options.from = Int64(milliseconds) * 48
        return try Studio().render(.milliseconds(body), options: options).left
    }

    private func expect(
        _ signal: Signal,
        _ milliseconds: Range<Int>,
        _ wanted: Double,
        above key: UInt8 = 69,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let heard = try TunedSong.cents(signal, milliseconds, above: key)
        #expect(
            abs(heard - wanted) < tolerance,
            "\(heard) cents, not \(wanted)",
            sourceLocation: location
        )
    }

    /// A message that tunes key 69 of a program, and key 70 not.
    private static func note(_ address: [UInt8], _ cents: Double) -> [UInt8] {
        address + [2, 69] + SMFBuilder.Track.pitch(6_900 + cents) + [70, 127, 127, 127]
    }

    @Test(arguments: [[2, 0], [7, 0, 0]] as [[UInt8]])
    func aSingleNoteChangesWhileItSounds(address: [UInt8]) throws {
        let left = try render {
            $0.key(0...600, 69)
            $0.tuning(at: 300, Self.note(address, 33.33))
            $0.key(620...900, 70)
        }
        try expect(left, 20..<290, 0)
        try expect(left, 310..<590, 33.33)
        try expect(left, 640..<890, 0, above: 70)
    }

    @Test func theOtherKindOfMessageChangesNotesThatBeginLater() throws {
        let left = try render {
            $0.key(0...600, 69)
            $0.tuning(at: 300, isRealTime: false, Self.note([7, 0, 0], -41.7))
            $0.key(620...900, 69)
        }
        try expect(left, 310..<590, 0)
        try expect(left, 640..<890, -41.7)
    }

    @Test(arguments: [true, false])
    func offsetsForTheOctaveTuneTheChannelsThatTheyName(isFine: Bool) throws {
        var offsets: [UInt8] = []
        for note in 0..<12 {
            // A: 30.1 or 30 cents.
            let cents = note == 9 ? 30.1 : 0
            let fine = 8_192 + Int((cents / 100 * 8_192).rounded())
            offsets +=
                isFine ? [UInt8(fine >> 7), UInt8(fine & 127)] : [UInt8(64 + Int(cents))]
        }
        // Channel 2, and channel 16, which plays nothing.
        let message: [UInt8] = [isFine ? 9 : 8, 1 << 1, 0, 1 << 1] + offsets
        let left = try render { track in
            track.note(at: 0, length: 600, channel: 1, key: 69)
            track.tuning(at: 300, message)
            track.note(at: 620, length: 280, channel: 0, key: 69)
            track.note(at: 920, length: 280, channel: 1, key: 57)
            track.note(at: 1_220, length: 280, channel: 1, key: 70)
        }
        try expect(left, 20..<290, 0)
        try expect(left, 310..<590, isFine ? 30.1 : 30)
        try expect(left, 640..<890, 0)
        try expect(left, 940..<1_190, isFine ? 30.1 : 30, above: 57)
        try expect(left, 1_240..<1_490, 0, above: 70)
    }

    @Test func channelsKeepOffsetsOfTheirOwn() throws {
        let left = try render { track in
            for channel: UInt8 in 0..<2 {
                let offsets = [UInt8](repeating: 64 + 10 * (channel + 1), count: 12)
                track.tuning(at: 0, [8, 0, 0, 1 << channel] + offsets)
            }
            track.note(at: 10, length: 280, channel: 0, key: 69)
            track.note(at: 310, length: 280, channel: 1, key: 69)
        }
        try expect(left, 30..<280, 10)
        try expect(left, 330..<580, 20)
    }

    @Test(arguments: [false, true])
    func aDumpSetsAProgramThatChannelsSelect(hasBank: Bool) throws {
        let left = try render { track in
            track.tuningDump(at: 0, hasBank ? [4, 3, 5] : [1, 5], cents: 12.34)
            if hasBank { track.registeredParameter(at: 10, channel: 0, 4, value: 3 << 7) }
            track.key(20...600, 69)
            track.registeredParameter(at: 300, channel: 0, 3, value: 5 << 7)
            track.note(at: 620, length: 280, channel: 1, key: 69)
            track.registeredParameter(at: 900, channel: 0, 3, value: 6 << 7)
            track.key(920...1_200, 69)
        }
        try expect(left, 40..<290, 0)
        try expect(left, 310..<590, 12.34)
        try expect(left, 640..<890, 0)
        try expect(left, 940..<1_190, 0)
    }

    @Test func aDumpOfOffsetsSetsAProgramToo() throws {
        let offsets = (0..<12).map { UInt8($0 == 9 ? 64 - 22 : 64) }
        let left = try render { track in
            track.tuning(
                at: 0,
                isRealTime: false,
                [5, 0, 9] + Array("a tuning program".utf8) + offsets + [0]
            )
            track.registeredParameter(at: 10, channel: 0, 3, value: 8 << 7)
            // Data increment: the program after it.
            track.control(at: 10, channel: 0, .registeredMSB, 0)
            track.control(at: 10, channel: 0, .registeredLSB, 3)
            track.message(at: 10, MIDIMessage(status: 0xB0, data1: 96, data2: 0))
            track.key(20...300, 69)
        }
        try expect(left, 40..<290, -22)
    }

    @Test func messagesChangeSingleKeysOfAScale() throws {
        var tuning = TunedSong.meantone
        tuning.a4 = 415
        let left = try render(tuning) { track in
            track.tuning(at: 0, Self.note([2, 0], 10))
            track.key(10...290, 69)
            track.key(310...590, 64)
            // Offsets for the octave replace the scale, and A4 stays.
            track.tuning(at: 600, [8, 0, 0, 1] + [UInt8](repeating: 69, count: 12))
            track.key(610...890, 64)
        }
        let baroque = cents(415, above: 440)
        let third = TunedSong.meantoneCents[4] - TunedSong.meantoneCents[9]
        try expect(left, 30..<280, 10 + baroque)
        try expect(left, 330..<580, third + baroque)
        try expect(left, 630..<880, 5 + baroque, above: 64)
    }

    @Test(arguments: ["GM", "GM2", "GS", "XG"])
    func aResetEndsThem(standard: String) throws {
        let left = try render { track in
            track.tuning(at: 0, Self.note([2, 0], 10))
            track.tuning(at: 0, [8, 0, 0, 2] + [UInt8](repeating: 80, count: 12))
            track.key(10...290, 69)
            track.reset(at: 300, standard)
            track.key(320...600, 69)
            track.note(at: 620, length: 280, channel: 1, key: 69)
        }
        try expect(left, 30..<280, 10)
        try expect(left, 340..<590, 0)
        try expect(left, 640..<890, 0)
    }

    @Test func theNextPieceBeginsWithoutThem() throws {
        let first = SMFBuilder.milliseconds {
            $0.tuning(at: 0, Self.note([2, 0], 10))
            $0.key(0...100, 69)
            $0.endTick = 100
        }
        let second = SMFBuilder.milliseconds { $0.key(0...300, 69) }
        let left = try Studio().render(first, second).left
        try expect(left, 130..<390, 0)
    }

    @Test func startingLaterFindsThem() throws {
        let left = try render(from: 1_000) { track in
            track.tuning(at: 0, Self.note([2, 4], -15))
            track.tuning(at: 10, Self.note([2, 4], 15))
            track.registeredParameter(at: 20, channel: 0, 3, value: 4 << 7)
            track.tuning(at: 30, [8, 0, 0, 2] + [UInt8](repeating: 80, count: 12))
            track.key(1_000...1_300, 69)
            track.note(at: 1_320, length: 280, channel: 1, key: 69)
        }
        try expect(left, 20..<290, 15)
        try expect(left, 340..<590, 16)
    }

    @Test func otherSamplersKnowThem() throws {
        let studio = try Studio()
        let song = SMFBuilder.milliseconds { track in
            track.tuning(at: 0, Self.note([2, 4], 15))
            track.registeredParameter(at: 0, channel: 0, 3, value: 4 << 7)
            track.tuning(at: 0, [8, 0, 0, 2] + [UInt8](repeating: 80, count: 12))
            track.key(10...600, 69)
            track.key(620...900, 69)
            track.note(at: 920, length: 280, channel: 1, key: 69)
            track.key(1_220...1_500, 64)
        }
        var settings = RoutedStage.settings(font: studio.font, .rule(.all, to: "one"))
        let stage = try RoutedStage(song, settings)
        // The new samplers have a scale, in which the program changes one key.
        settings.samplers[0].settings.tuning = TunedSong.meantone
        let new = try SamplerRack(
            settings,
            rate: RoutedStage.rate,
            maximumPeriod: 256,
            for: [stage.routed],
            after: stage.rack
        )
        try stage.start(stage.item())
        stage.at(300) { #expect(stage.engine.replaceRack(stage.rack, with: new)) }
        try stage.run()
        let left = try stage.left
        try expect(left, 30..<290, 15)
        try expect(left, 320..<590, 15)
        try expect(left, 640..<890, 15)
        try expect(left, 940..<1_190, 16)
        try expect(
            left,
            1_240..<1_490,
            TunedSong.meantoneCents[4] - TunedSong.meantoneCents[9]
        )
    }

    @Test func messagesThatAreCutShortMeanNothing() throws {
        let left = try render { track in
            track.tuning(at: 0, [2, 0, 2, 69, 70, 0, 0])
            track.tuning(at: 0, [8, 0, 0, 1, 90])
            track.tuning(at: 0, isRealTime: false, [1, 0] + [UInt8](repeating: 70, count: 30))
            track.tuning(at: 0, [2])
            track.key(10...290, 69)
        }
        try expect(left, 30..<280, 0)
    }
}
