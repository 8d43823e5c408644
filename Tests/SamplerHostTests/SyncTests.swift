import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// MIDI clock and time code of an engine, as they are sent.
@Suite struct SyncTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Two seconds at 120 quarter notes a minute; the ticks are milliseconds of 500 to a quarter.
    private let song = SMFBuilder.milliseconds({ track in
        track.note(at: 0, length: 1_990, channel: 0, key: 60)
    })

    private func stage(
        _ change: (inout SyncOutputs) -> Void
    ) throws -> RoutedStage {
        var settings = RackSettings(samplers: [])
        settings.rules = [.rule(.all, to: "out:1")]
        var sync = SyncOutputs()
        change(&sync)
        return try RoutedStage(song, settings, outputs: 2, sync: sync)
    }

    private func sent(_ stage: RoutedStage) -> [(time: Double, output: Int, bytes: [UInt8])] {
        ScheduledWire.sent(by: stage.engine.midiOut).map {
            (Double($0.time) / 1e6, $0.output, $0.bytes)
        }
    }

    @Test func aPieceHasTwentyFourPulsesForEachQuarterNote() throws {
        let stage = try stage { $0.clockOutput = 1 }
        try stage.play()
        let all = sent(stage)
        let clock = all.filter { $0.output == 1 }
        #expect(!all.contains { $0.output == 0 && $0.bytes[0] >= 0xF1 })
        #expect(clock.prefix(3).map(\.bytes) == [[0xF2, 0, 0], [0xFA], [0xF8]])
        #expect(clock.last?.bytes == [0xFC])
        let pulses = clock.filter { $0.bytes == [0xF8] }
        #expect(pulses.count == 96)
        for (number, pulse) in pulses.enumerated() {
            #expect(abs(pulse.time - Double(number) * 500 / 24) < 0.03)
        }
    }

    @Test func aStartInTheMiddleContinuesOnASixteenth() throws {
        let stage = try stage { $0.clockOutput = 0 }
        try stage.start(stage.item(from: 300))
        try stage.run()
        let clock = sent(stage).filter { $0.bytes[0] >= 0xF1 }
        // 300 ms are 14.4 pulses: the next sixteenth is the third, at 375 ms.
        #expect(clock.first?.bytes == [0xF2, 3, 0])
        let index = try #require(clock.firstIndex { $0.bytes == [0xFB] })
        #expect(clock[1..<index].map(\.bytes) == Array(repeating: [0xF8], count: 3))
        #expect(abs(clock[index].time - 75) < 0.03)
        #expect(clock[index + 1].bytes == [0xF8])
    }

    @Test func aSeekAndALoopTellTheirPositions() throws {
        let stage = try stage { $0.clockOutput = 0 }
        try stage.start(stage.item(from: 0, loop: 0..<1_000, loopCount: 2), isLast: true)
        stage.at(1_500) {
            _ = stage.engine.start(
                try stage.item(from: 1_500, isUntouched: false),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.run()
        let words = sent(stage).filter { $0.bytes[0] >= 0xF1 && $0.bytes != [0xF8] }
        #expect(
            words.map(\.bytes) == [
                [0xF2, 0, 0], [0xFA], [0xFC], [0xF2, 0, 0], [0xFA], [0xFC], [0xF2, 12, 0], [0xFB],
                [0xFC],
            ]
        )
        #expect(abs(words[3].time - 1_000) < 1.5)
    }

    @Test func whatIsChangedWhilePlayingIsNoSeek() throws {
        let stage = try stage { $0.clockOutput = 0 }
        try stage.start(stage.item())
        stage.at(700) {
            _ = stage.engine.updateItem(
                try stage.item(mute: "1", isUntouched: false),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.run()
        let clock = sent(stage).map(\.bytes).filter { $0[0] >= 0xF1 }
        #expect(clock.filter { $0 != [0xF8] } == [[0xF2, 0, 0], [0xFA], [0xFC]])
        #expect(clock.count { $0 == [0xF8] } == 96)
    }

    @Test func clockAndTimeCodeOnOneOutputDoNotDelayEachOther() throws {
        let stage = try stage {
            $0.clockOutput = 0
            $0.timeCode = .init(rate: .pal25)
        }
        try stage.play()
        let all = sent(stage)
        for (number, pulse) in all.filter({ $0.bytes == [0xF8] }).enumerated() {
            #expect(abs(pulse.time - Double(number) * 500 / 24) < 0.03)
        }
        for (number, quarter) in all.filter({ $0.bytes[0] == 0xF1 }).enumerated() {
            #expect(abs(quarter.time - Double(number) * 10) < 0.03)
        }
    }

    @Test(arguments: MIDITimeCode.Rate.allCases)
    func timeCodeRunsWithTheMusic(rate: MIDITimeCode.Rate) throws {
        let stage = try stage { $0.timeCode = .init(rate: rate) }
        try stage.start(stage.item(from: 500))
        try stage.run()
        let code = sent(stage).filter { $0.bytes[0] == 0xF1 || $0.bytes.count == 10 }
        #expect(code.first?.bytes.prefix(5) == [0xF0, 0x7F, 0x7F, 1, 1])
        let quarters = code.dropFirst()
        let perSecond = 4 * [24, 25, 30 / 1.001, 30][Int(rate.rawValue)]
        #expect(abs(Double(quarters.count) - 1.49 * perSecond) < 9)
        for (number, quarter) in quarters.enumerated() {
            #expect(quarter.bytes[1] >> 4 == UInt8(number % 8))
            let distance = quarter.time - (quarters.first?.time ?? 0)
            #expect(abs(distance - Double(number) * 1_000 / perSecond) < 0.05)
        }
        // The first eight tell the time of the full message, which is their own.
        let frames = quarters.prefix(2).map { $0.bytes[1] & 15 }
        #expect(frames[0] | frames[1] << 4 == code.first?.bytes[8])
    }
}
