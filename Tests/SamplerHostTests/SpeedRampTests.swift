import Foundation
import MIDI
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

/// Speeds that change a hundred times a second, as by a wheel that is turned.
@Suite struct SpeedRampTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// From the slowest to the fastest in a second and back in another, a step a period.
    private static func speed(at step: Int) throws -> Speed {
        let way = Double(step < 187 ? step : 374 - step) / 187
        let value = 0.05 * pow(400, min(max(way, 0), 1))
        return try #require(Speed(parsing: String(format: "%.4f", value)))
    }

    /// Plays a song, and changes its speed before each of the first periods.
    private func play(_ song: SMFBuilder, isRamp: Bool, until end: Int) throws -> Performance {
        let song = try sequence(song)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        let engine = performance.engine
        func item(_ speed: Speed) -> PlayItem {
            PlayItem(sequence: song, rate: 48_000, speed: speed)
        }
        performance.at(0) { _ = engine.start(item(.normal), on: rack) }
        if isRamp {
            for step in 1..<375 {
                // The period at whose first frame this comes.
                performance.at(step * 16 / 3) {
                    _ = engine.updateItem(item(try Self.speed(at: step)), on: rack)
                }
            }
            performance.at(2_000) { _ = engine.updateItem(item(.normal), on: rack) }
        }
        try performance.run(until: end)
        return performance
    }

    @Test func whatSoundsIsTheSameSampleForSample() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...60_000, 69)
            $0.key(0...60_000, 57, channel: 1)
            $0.endTick = 60_000
        }
        let steady = try play(song, isRamp: false, until: 1_990).sink.channels(rate: 48_000).left
        let ramp = try play(song, isRamp: true, until: 1_990).sink.channels(rate: 48_000).left
        #expect(steady.frameCount == ramp.frameCount)
        #expect(
            try steady.level(ofPartial: 440, in: 90_000..<92_000) > MeasuringFont.sinePeakLevel - 9
        )
        #expect(firstDifference(steady.samples, ramp.samples) == nil)
    }

    @Test func noNoteAndNoPedalIsLeftBehind() throws {
        let song = SMFBuilder.milliseconds { track in
            for number: UInt32 in 0..<200 {
                let time = number * 40
                track.pedal(at: time + 5, channel: 0, down: number % 3 == 0)
                track.note(at: time, length: 30, channel: 0, key: 57 + UInt8(number % 12))
            }
            track.pedal(at: 8_000, channel: 0, down: false)
            track.endTick = 8_000
        }
        let performance = try play(song, isRamp: true, until: 9_000)
        let ends = performance.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        let end = Int(try #require(ends.first))
        let left = try performance.sink.channels(rate: 48_000).left
        #expect(try left.peakLevel(in: 0..<end) > -20)
        // What the sounds' releases take.
        #expect(try left.peakLevel(in: end + 48_000..<left.frameCount) < -90)
    }
}
