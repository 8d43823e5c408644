import Foundation
import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// Several files in a row, as one performance.
@Suite struct SuccessionTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A sine from the song's first frame on.
    private static let sine = SMFBuilder.milliseconds {
        $0.key(0...100)
        $0.endTick = 150
    }

    @Test func theNextBeginsOnTheGridFrameAtTheEnd() throws {
        // 101 ms are 4848 frames, 75.75 blocks of 64.
        let first = SMFBuilder.milliseconds { $0.endTick = 101 }
        let second = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .click)
            $0.note(at: 0, length: 10, channel: 0, key: 60, velocity: 127)
            $0.note(at: 20, length: 10, channel: 0, key: 60, velocity: 127)
        }
        let rendering = try studio.render(first, second)
        let begin = TestedEngine.onGrid(4_848)
        #expect(
            rendering.left.onsets() == [
                TestedEngine.clickOnset(ofFrame: begin, rate: 48_000),
                TestedEngine.clickOnset(ofFrame: begin + 960, rate: 48_000),
            ]
        )
        let begins = rendering.reports.compactMap { report -> Int64? in
            if case .began(_, let frame) = report { frame } else { nil }
        }
        #expect(begins == [0, Int64(begin)])
    }

    @Test func everyItemIsReportedOnceInOrder() throws {
        let rendering = try studio.render([Self.sine, Self.sine, Self.sine], options: .init())
        var begins: [String] = []
        var ends: [String] = []
        for report in rendering.reports {
            switch report {
            case .began(let item, let frame): begins.append("\(item) at \(frame)")
            case .ended(let item, let frame): ends.append("\(item) at \(frame)")
            case .finished(let frame): ends.append("all at \(frame)")
            default: ends.append("\(report)")
            }
        }
        // 150 ms are 7200 frames, and the next frame of the grid is 7232.
        let begin = TestedEngine.onGrid(7_200)
        #expect(begins == ["0 at 0", "1 at \(begin)", "2 at \(2 * begin)"])
        #expect(
            ends == [
                "0 at 7200", "1 at \(begin + 7_200)", "2 at \(2 * begin + 7_200)",
                "all at \(rendering.frameCount)",
            ]
        )
    }

    @Test func aSongIsReportedAsEndedWithoutATailToo() throws {
        var options = Rendering.Options()
        options.tail = .none
        let rendering = try studio.render(Self.sine, options: options)
        let ends = rendering.reports.filter { if case .ended = $0 { true } else { false } }
        #expect(ends.count == 1)
    }

    @Test func theTailOfTheFirstRingsOnInTheSecond() throws {
        let first = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .longRelease)
            $0.key(0...100)
            $0.endTick = 100
        }
        let second = SMFBuilder.milliseconds { $0.key(0...200, 93, channel: 1) }
        let together = try studio.render(first, second)
        let alone = try studio.render(first)
        // The release falls by 100 dB in a second: 100 ms into it about −10 dB.
        let level = try together.level(ofKey: 69, 180..<220)
        #expect(abs(level - (try alone.level(ofKey: 69, 180..<220))) < 0.01)
        #expect(level > TestedEngine.sinePeakLevel - 15)
    }

    /// What a song may leave behind, and must not.
    private static let remains: [(String, @Sendable (inout SMFBuilder.Track) -> Void)] = [
        ("program", { $0.program(at: 0, channel: 0, .right) }),
        ("volume", { $0.control(at: 0, channel: 0, .volume, 20) }),
        ("expression", { $0.control(at: 0, channel: 0, .expression, 20) }),
        ("pan", { $0.control(at: 0, channel: 0, .pan, 0) }),
        ("bend", { $0.bend(at: 0, channel: 0, 16_383) }),
        (
            "bend range",
            { $0.registeredParameter(at: 0, channel: 0, 0, value: 24 << 7) }
        ),
        ("coarse tuning", { $0.registeredParameter(at: 0, channel: 0, 2, value: 70 << 7) }),
        ("fine tuning", { $0.registeredParameter(at: 0, channel: 0, 1, value: 0) }),
        ("pedal", { $0.pedal(at: 0, channel: 0, down: true) }),
        ("sostenuto", { $0.control(at: 0, channel: 0, .sostenuto, 127) }),
        ("soft pedal", { $0.control(at: 0, channel: 0, .soft, 127) }),
        ("modulation", { $0.control(at: 0, channel: 0, .modulation, 127) }),
        ("pressure", { $0.pressure(at: 0, channel: 0, 127) }),
        (
            "master volume",
            { $0.systemExclusive(at: 0, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x20, 0xF7]) }
        ),
        ("filter", { $0.control(at: 0, channel: 0, 74, 0) }),
        ("master tuning", { $0.systemExclusive(at: 0, [0x7F, 0x7F, 4, 3, 0, 0x20, 0xF7]) }),
        ("key shift", { $0.rolandData(at: 0, address: [0x40, 0x00, 0x05], 0x45) }),
        ("GS cutoff", { $0.nonRegisteredParameter(at: 0, channel: 0, 1, 0x20, 14) }),
        ("XG part level", { $0.partOfXG(at: 0, channel: 0, 0x0B, 20) }),
        ("AWE32 sustain", { $0.nonRegisteredParameter(at: 0, channel: 0, 127, 14, 64, fine: 90) }),
        ("rhythm part", { $0.rolandData(at: 0, address: [0x40, 0x11, 0x15], 1) }),
        ("mono", { $0.control(at: 0, channel: 0, 126, 1) }),
    ]

    @Test(arguments: remains.map(\.0))
    func nothingIsLeftBehind(_ name: String) throws {
        let leave = try #require(Self.remains.first { $0.0 == name }?.1)
        let first = SMFBuilder.milliseconds {
            leave(&$0)
            $0.endTick = 100
        }
        let silent = SMFBuilder.milliseconds { $0.endTick = 100 }
        // A chord, and a bend whose range would show.
        let second = SMFBuilder.milliseconds {
            $0.bend(at: 0, channel: 0, 10_000)
            $0.key(20...120)
            $0.key(40...120, 76)
            $0.endTick = 150
        }
        let left = try studio.render(first, second)
        let clean = try studio.render(silent, second)
        // The master volume returns within 256 frames of the second song.
        #expect(try left.left.distance(to: clean.left) < -115)
        #expect(try left.right.distance(to: clean.right) < -115)
    }

    @Test func channelTenIsDrumsAgain() throws {
        let first = SMFBuilder.milliseconds {
            $0.rolandData(at: 0, address: [0x40, 0x10, 0x15], 0)
            $0.key(10...60, channel: 9)
            $0.endTick = 100
        }
        let second = SMFBuilder.milliseconds { $0.key(0...100, 60, channel: 9) }
        let rendering = try studio.render(first, second)
        #expect(try rendering.level(ofKey: 69, 20..<60) > -30)
        // The next grid frame after 100 ms.
        #expect(
            rendering.left.onsets(gap: 960).last == 4_800 + MeasuringFont.clickDelay(rate: 48_000)
        )
    }

    @Test func masterVolumeOfTheFirstIsOverBeforeTheSecondsFirstNote() throws {
        let first = SMFBuilder.milliseconds {
            $0.systemExclusive(at: 0, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x20, 0xF7])
            $0.key(10...90)
            $0.endTick = 100
        }
        let rendering = try studio.render(first, Self.sine)
        let quiet = try rendering.level(ofKey: 69, 40..<80)
        let loud = try rendering.level(ofKey: 69, 140..<180)
        #expect(abs(loud - TestedEngine.sinePeakLevel) < 0.02)
        #expect(abs(quiet - loud - 40 * log10(4_096.0 / 16_383)) < 0.02)
    }

    @Test func hundredsOfFilesPlayThroughAQueueOfFewer() throws {
        #expect(Engine.itemCapacity < 300)
        var song = SMFBuilder.milliseconds(format: 2)
        for index: UInt8 in 0..<150 {
            song.track {
                $0.program(at: 0, channel: 0, .click)
                $0.note(at: 0, length: 1, channel: 0, key: index % 128, velocity: 127)
                $0.endTick = 2
            }
        }
        let rendering = try studio.render(song, song)
        // 2 ms are 96 frames, on FluidSynth's grid 128.
        let expected = (0..<300).map {
            TestedEngine.clickOnset(ofFrame: $0 * TestedEngine.onGrid(96), rate: 48_000)
        }
        #expect(rendering.left.onsets() == expected)
        #expect(rendering.reports.count == 601)
    }
}
