import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// The same samples whatever the period, the threads and the run.
@Suite struct PeriodTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Period sizes and numbers of threads, to be compared with 256 frames on one thread.
    private static let ways = [
        (17, 1), (64, 2), (100, 1), (100, 2), (256, 2), (1_000, 1), (4_096, 2),
    ]

    /// Renders songs in all the ways and expects the same bytes.
    private func expectOneResult(
        _ songs: [SMFBuilder],
        _ options: Rendering.Options,
        ways: [(Int, Int)] = ways
    ) throws -> Rendering {
        let reference = try studio.render(songs, options: options)
        var options = options
        for (period, threads) in ways {
            options.period = period
            options.threads = threads
            let other = try studio.render(songs, options: options)
            let difference = firstDifference(other.bytes, reference.bytes)
            #expect(difference == nil, "period \(period), \(threads) threads")
        }
        return reference
    }

    private static func band() -> SMFBuilder {
        .milliseconds(
            { track in
                for time: UInt32 in [0, 13, 77, 130] {
                    track.note(at: time, length: 120, channel: 0, key: UInt8(60 + time % 12))
                }
                track.tempo(at: 90, microsecondsPerQuarter: 431_001)
            },
            { track in
                track.program(at: 0, channel: 1, .wet)
                track.note(at: 31, length: 111, channel: 1, key: 50)
                track.bend(at: 60, channel: 1, 9_000)
            },
            { track in
                track.control(at: 0, channel: 9, .reverbSend, 100)
                for time: UInt32 in [0, 31, 62, 93] {
                    track.note(at: time, length: 9, channel: 9, key: 38)
                }
                track.systemExclusive(at: 70, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x50, 0xF7])
            }
        )
    }

    @Test(arguments: SampleFormat.allCases)
    func periodsAndThreadsDoNotChangeASample(format: SampleFormat) throws {
        var options = Rendering.Options()
        options.format = format
        options.reverb = true
        options.chorus = true
        options.tail = .frames(4_000)
        let ways = format == .s16 ? Self.ways : [(100, 2), (1_000, 1)]
        let rendering = try expectOneResult([Self.band()], options, ways: ways)
        #expect(try rendering.left.peakLevel() > -30)
    }

    @Test(arguments: [TailPolicy.auto, .none, .frames(1_234)])
    func theLengthDoesNotDependOnThePeriod(tail: TailPolicy) throws {
        var options = Rendering.Options()
        options.tail = tail
        // An end of track that is no multiple of 64 frames.
        let song = SMFBuilder.milliseconds {
            $0.key(0...40)
            $0.endTick = 51
        }
        _ = try expectOneResult([song], options)
    }

    @Test func silenceBetweenNotesIsLeftOutTheSameWay() throws {
        let song = SMFBuilder.milliseconds(
            { track in
                track.note(at: 10, length: 40, channel: 0, key: 60)
                track.note(at: 410, length: 41, channel: 0, key: 64)
                track.note(at: 733, length: 20, channel: 0, key: 64)
            },
            { track in
                track.program(at: 0, channel: 1, .wet)
                track.note(at: 207, length: 11, channel: 1, key: 50)
                track.control(at: 300, channel: 1, .expression, 90)
                track.note(at: 800, length: 30, channel: 1, key: 52)
            }
        )
        let rendering = try expectOneResult([song], Rendering.Options())
        for (key, start) in [(UInt8(60), 20), (64, 420), (64, 740)] {
            #expect(try rendering.level(ofKey: key, start..<start + 10) > -32)
        }
        #expect(try rendering.left.peakLevel(in: 300 * 48..<400 * 48) < -100)
    }

    /// More at once than FluidSynth takes in for a block: 64 changes for each voice, and a note has 45.
    private static func burst(reset: String? = nil) -> SMFBuilder {
        .milliseconds { track in
            for key: UInt8 in 40..<70 { track.note(at: 10, length: 30, channel: 0, key: key) }
            for key: UInt8 in 72..<80 { track.note(at: 200, length: 100, channel: 0, key: key) }
            for value: UInt8 in 0..<100 { track.control(at: 299, channel: 0, .expression, value) }
            if let reset { track.reset(at: 299, reset) }
            for key: UInt8 in [60, 64] { track.note(at: 400, length: 50, channel: 0, key: key) }
        }
    }

    private func expectNothingLost(in rendering: Rendering) throws {
        #expect(rendering.figures.voices == 0)
        for key: UInt8 in [60, 64] {
            #expect(try rendering.level(ofKey: key, 410..<440) > -40)
        }
    }

    @Test func aBurstWaitsForBlocksTheSameWay() throws {
        var options = Rendering.Options()
        options.shards = 1
        options.polyphony = 8
        try expectNothingLost(in: try expectOneResult([Self.burst()], options))
    }

    @Test(arguments: [17, 64, 256, 1_000])
    func aResetInABurstLeavesNothingBehind(period: Int) throws {
        var options = Rendering.Options()
        options.shards = 1
        options.polyphony = 8
        options.period = period
        try expectNothingLost(in: try studio.render(Self.burst(reset: "GM"), options: options))
    }

    @Test func twoRunsAreEqual() throws {
        var options = Rendering.Options()
        options.reverb = true
        options.chorus = true
        _ = try expectOneResult([Self.band()], options, ways: [(256, 1)])
    }

    @Test func moreEventsAtOneTickThanAQueueHolds() throws {
        let song = SMFBuilder.milliseconds { track in
            // Twice Shard.queueCapacity, among them notes.
            for index in 0..<9_000 {
                let channel = UInt8(index % 3)
                track.control(at: 20, channel: channel, .expression, UInt8(index % 128))
                if index % 1_000 == 0 {
                    let key = UInt8(60 + index / 250)
                    track.note(at: 20, length: 60, channel: channel, key: key)
                }
            }
            for channel: UInt8 in 0..<3 {
                track.control(at: 20, channel: channel, .expression, 127)
            }
        }
        var options = Rendering.Options()
        options.tail = .none
        let rendering = try expectOneResult(
            [song],
            options,
            ways: [(17, 2), (1_000, 1), (4_096, 2)]
        )
        // Nothing got lost: all nine notes sound, and the last value of each controller counts.
        for index: UInt8 in 0..<9 {
            #expect(try rendering.level(ofKey: 60 + 4 * index, 30..<78) > -32, "note \(index)")
        }
    }

    @Test func moreMasterVolumesAtOneTickThanThereIsRoomFor() throws {
        #expect(Mixer.changeCapacity < 2_500)
        let song = SMFBuilder.milliseconds { track in
            track.key(0...120)
            for index in 0..<2_500 {
                let value = UInt8(index % 128)
                track.systemExclusive(at: 20, [0x7F, 0x7F, 0x04, 0x01, 0, value, 0xF7])
            }
            track.systemExclusive(at: 20, [0x7F, 0x7F, 0x04, 0x01, 0x7F, 0x3F, 0xF7])
        }
        let rendering = try expectOneResult(
            [song],
            Rendering.Options(),
            ways: [(100, 2), (4_096, 1)]
        )
        // The last one counts: 8191 of 16383 is −12.04 dB.
        let level = try rendering.level(ofKey: 69, 40..<110)
        #expect(abs(level - (TestedEngine.sinePeakLevel - 12.04)) < 0.05)
    }

    @Test func patternsOfAFewTicksFollowEachOther() throws {
        var song = SMFBuilder.milliseconds(format: 2)
        for index: UInt8 in 0..<40 {
            song.track { track in
                track.program(at: 0, channel: 0, index % 2 == 0 ? .click : .sine)
                track.note(at: 0, length: 1, channel: 0, key: 60 + index % 12)
                track.endTick = UInt32(index % 5)
            }
        }
        _ = try expectOneResult([song], Rendering.Options())
    }

    @Test func filesInARowShorterThanAPeriod() throws {
        let short = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .click)
            $0.note(at: 0, length: 2, channel: 0, key: 60, velocity: 127)
            $0.endTick = 7
        }
        let empty = SMFBuilder.milliseconds { $0.endTick = 0 }
        _ = try expectOneResult(
            [short, empty, Self.band(), short, short, empty, short],
            Rendering.Options()
        )
    }
}
