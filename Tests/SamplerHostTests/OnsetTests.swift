import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Where notes begin, measured in the sound.
@Suite struct OnsetTests {
    /// Sixty clicks at uneven distances, through tempo changes.
    private static func clicks() -> (song: SMFBuilder, ticks: [UInt32]) {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            track.tempo(at: 200, microsecondsPerQuarter: 333_333)
            track.tempo(at: 401, microsecondsPerQuarter: 700_001)
        }
        var ticks: [UInt32] = []
        song.track { track in
            track.program(at: 0, channel: 0, MeasuringFont.Program.click.rawValue)
            var tick: UInt32 = 0
            for index: UInt32 in 0..<60 {
                track.note(at: tick, length: 3, channel: 0, key: 60, velocity: 127)
                ticks.append(tick)
                tick += 5 + index * 7 % 13
            }
        }
        return (song, ticks)
    }

    @Test(arguments: [44_100, 48_000, 96_000])
    func everyClickStandsWhereTheTempoMapPutsIt(rate: Int) throws {
        let studio = try Studio(rate: rate)
        let (song, ticks) = Self.clicks()
        var options = Rendering.Options()
        options.rate = rate
        let rendering = try studio.render(song, options: options)
        // The map's own arithmetic in whole microseconds · ticks, independent of the sequencer.
        let expected = ticks.map { tick -> Int in
            var units: Int64 = 0
            let changes: [(Int64, Int64)] = [(0, 500_000), (200, 333_333), (401, 700_001)]
            for (index, change) in changes.enumerated() where Int64(tick) > change.0 {
                let end = index + 1 < changes.count ? changes[index + 1].0 : .max
                units += (min(Int64(tick), end) - change.0) * change.1
            }
            let denominator: Int64 = 96 * 1_000_000
            let frame = (units * Int64(rate) + denominator - 1) / denominator
            return TestedEngine.clickOnset(ofFrame: Int(frame), rate: rate)
        }
        #expect(rendering.left.onsets() == expected)
        #expect(rendering.right.onsets() == expected)
    }
}
