import Effects
import Foundation
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Levels and tunings of strips that move over a time.
@Suite struct StripMoveTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A sine of a second.
    private static let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
    /// The frame at which moves begin.
    private static let start = 4_800

    private struct Rendered {
        var left: Signal
        var right: Signal
    }

    /// Renders the song with changes at frames.
    private func render(
        periodFrames: Int = 64,
        _ changes: [(frame: Int, change: (Engine) throws -> Void)] = []
    ) throws -> Rendered {
        var options = Rendering.Options()
        options.limiter = false
        options.period = 1_024
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: periodFrames, format: .float)
        var waiting = changes
        var failure: (any Error)?
        try engine.run(into: sink) {
            while let next = waiting.first, sink.frameCount >= next.frame {
                waiting.removeFirst()
                do { try next.change(engine) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        let (left, right) = try sink.channels(rate: 48_000)
        return Rendered(left: left, right: right)
    }

    private func settings(_ change: (inout StripSettings) -> Void) -> StripSettings {
        var settings = StripSettings()
        change(&settings)
        return settings
    }

    /// Compares the gains of frames with those that are expected, where the sine is far enough from
    /// zero to tell.
    private func expect(
        _ moved: Signal,
        _ plain: Signal,
        in range: Range<Int>,
        within tolerance: Double = 0.002,
        _ gain: (Int) -> Double
    ) {
        for frame in range where abs(plain.samples[frame]) > 0.1 {
            let found = Double(moved.samples[frame] / plain.samples[frame])
            let expected = gain(frame - Self.start)
            #expect(abs(found - expected) < tolerance, "frame \(frame - Self.start)")
        }
    }

    /// The gain of a fader on its way from 0 dB to silence.
    private func fading(_ frame: Int, over frames: Double) -> Double {
        let left = max(0, min(1, 1 - Double(frame + 1) / frames))
        return left * left * left
    }

    @Test func aFadeIsThatOfAFaderThatMovesEvenly() throws {
        let plain = try render()
        let faded = try render([
            (
                Self.start,
                { try $0.setStrip("sampler", settings { $0.gain = -.infinity }, over: 9_600) }
            )
        ])
        expect(faded.left, plain.left, in: 1_000..<20_000) { fading($0, over: 9_600) }
        let rest = Self.start + 9_600..<faded.left.frameCount
        #expect(try faded.left.isSilent(in: rest, below: -.infinity))
    }

    @Test(arguments: [-12.0, 6])
    func aMoveEndsAtItsLevelToTheBit(gain: Double) throws {
        let set = try render([(0, { try $0.setStrip("sampler", settings { $0.gain = gain }) })])
        let moved = try render([
            (Self.start, { try $0.setStrip("sampler", settings { $0.gain = gain }, over: 10_000) })
        ])
        for frame in Self.start + 10_000..<moved.left.frameCount
        where moved.left.samples[frame] != set.left.samples[frame] {
            Issue.record("frame \(frame)")
            break
        }
    }

    @Test func thePanMovesByItsPositions() throws {
        let plain = try render()
        let moved = try render([
            (Self.start, { try $0.setStrip("sampler", settings { $0.pan = 100 }, over: 12_800) })
        ])
        expect(moved.right, plain.right, in: 1_000..<30_000) { _ in 1 }
        expect(moved.left, plain.left, in: 1_000..<30_000) { frame in
            let turn = max(0, min(1, Double(frame + 1) / 12_800))
            return cosine(ofTurns: turn / 4)
        }
    }

    private func cosine(ofTurns turns: Double) -> Double { Elementary.sine(ofTurns: turns + 0.25) }

    @Test func aMoveIsTheSameInPeriodsOfAnyLength() throws {
        func rendered(_ period: Int) throws -> [Float] {
            let change: (Engine) throws -> Void = {
                let aim = settings {
                    $0.gain = -20
                    $0.pan = -70
                    $0.fineTune = 60
                }
                try $0.setStrip("sampler", aim, over: 5_000)
            }
            return try render(periodFrames: period, [(4_096, change)]).left.samples
        }
        let reference = try rendered(64)
        for period in [128, 512, 1_024] {
            #expect(firstDifference(try rendered(period), reference) == nil, "\(period)")
        }
    }

    @Test func anotherMoveBeginsWhereTheFirstOneIs() throws {
        let plain = try render()
        // Down for half of its way, and then up again.
        let moved = try render([
            (
                Self.start,
                { try $0.setStrip("sampler", settings { $0.gain = -.infinity }, over: 9_600) }
            ),
            (Self.start + 4_800, { try $0.setStrip("sampler", StripSettings(), over: 4_800) }),
        ])
        expect(moved.left, plain.left, in: 1_000..<25_000, within: 0.005) { frame in
            guard frame >= 4_800 else { return fading(frame, over: 9_600) }
            let fader = min(1, 0.5 + 0.5 * Double(frame - 4_800 + 1) / 4_800)
            return fader * fader * fader
        }
    }

    @Test func aMuteLeavesTheMoveUnderWay() throws {
        let plain = try render()
        let fade: (Engine) throws -> Void = {
            try $0.setStrip("sampler", settings { $0.gain = -.infinity }, over: 19_200)
        }
        let moved = try render([
            (Self.start, fade),
            (
                Self.start + 3_200,
                { engine in
                    let aim = settings {
                        $0.gain = -.infinity
                        $0.isMuted = true
                    }
                    try engine.setStrip("sampler", aim)
                }
            ),
            (
                Self.start + 6_400,
                { try $0.setStrip("sampler", settings { $0.gain = -.infinity }) }
            ),
        ])
        let muted = Self.start + 3_200 + 256..<Self.start + 6_400
        #expect(try moved.left.isSilent(in: muted, below: -.infinity))
        let after = Self.start + 6_400 + 256..<Self.start + 25_000
        expect(moved.left, plain.left, in: after) { fading($0, over: 19_200) }
    }

    @Test func theTuningGlides() throws {
        let glided = try render([
            (
                Self.start,
                { try $0.setStrip("sampler", settings { $0.transpose = 12 }, over: 19_200) }
            )
        ])
        func pitch(_ range: Range<Int>) throws -> Double {
            1_200 * log2(try glided.left.frequency(in: range) / 440)
        }
        #expect(abs(try pitch(500..<4_700)) < 0.5)
        // The middle of what is measured, and of the way.
        let middle = Self.start + 9_600
        #expect(abs(try pitch(middle - 480..<middle + 480) - 600) < 10)
        #expect(abs(try pitch(Self.start + 19_400..<Self.start + 40_000) - 1_200) < 0.5)
    }

    @Test func theMasterFadesToo() throws {
        let plain = try render()
        let faded = try render([(Self.start, { $0.setGain(-.infinity, over: 9_600) })])
        expect(faded.left, plain.left, in: 1_000..<20_000) { fading($0, over: 9_600) }
        let rest = Self.start + 9_600..<faded.left.frameCount
        #expect(try faded.left.isSilent(in: rest, below: -.infinity))
    }

    @Test func ofTwoChangesTogetherTheFadeStays() throws {
        let plain = try render()
        let faded = try render([
            (
                Self.start,
                { engine in
                    try engine.together {
                        let aim = settings { $0.gain = -.infinity }
                        try? engine.setStrip("sampler", aim, over: 9_600)
                        // It changes the levels of all others, and back.
                        try? engine.setStrip("live", settings { $0.isSoloed = true })
                        try? engine.setStrip("live", StripSettings())
                    }
                }
            )
        ])
        expect(faded.left, plain.left, in: 1_000..<20_000) { fading($0, over: 9_600) }
    }

    @Test func otherSettingsLeaveAFadeAsItIs() throws {
        let plain = try render()
        func aim(_ change: (inout StripSettings) -> Void) -> StripSettings {
            settings {
                $0.gain = -.infinity
                change(&$0)
            }
        }
        let faded = try render([
            (Self.start, { try $0.setStrip("sampler", aim { _ in }, over: 19_200) }),
            (Self.start + 3_200, { try $0.setStrip("sampler", aim { $0.pan = 100 }) }),
            (
                Self.start + 6_400,
                {
                    let next = aim {
                        $0.pan = 100
                        $0.chorusSend = -6
                    }
                    try $0.setStrip("sampler", next, over: 2_000)
                }
            ),
        ])
        expect(faded.right, plain.right, in: 1_000..<30_000) { fading($0, over: 19_200) }
        let left = Self.start + 3_600..<faded.left.frameCount
        #expect(try faded.left.isSilent(in: left, below: -.infinity))
    }

    @Test func ofTwoChangesTogetherEachTakesItsTime() throws {
        let plain = try render()
        let faded = try render([
            (
                Self.start,
                { engine in
                    try engine.together {
                        let first = settings { $0.gain = -.infinity }
                        try? engine.setStrip("sampler", first, over: 9_600)
                        let second = settings {
                            $0.gain = -.infinity
                            $0.pan = -100
                        }
                        try? engine.setStrip("sampler", second)
                    }
                }
            )
        ])
        expect(faded.left, plain.left, in: 1_000..<20_000) { fading($0, over: 9_600) }
        let right = Self.start + 512..<faded.right.frameCount
        #expect(try faded.right.isSilent(in: right, below: -.infinity))
    }

    @Test func theMasterIsMutedWithoutEndingItsFade() throws {
        let plain = try render()
        let faded = try render([
            (Self.start, { $0.setGain(-.infinity, over: 19_200) }),
            (Self.start + 3_200, { $0.setGain(-.infinity, isMuted: true) }),
            (Self.start + 6_400, { $0.setGain(-.infinity) }),
        ])
        let muted = Self.start + 3_200 + 800..<Self.start + 6_400
        #expect(try faded.left.isSilent(in: muted, below: -.infinity))
        let after = Self.start + 6_400 + 800..<Self.start + 25_000
        expect(faded.left, plain.left, in: after, within: 0.01) { fading($0, over: 19_200) }
    }

    @Test func aGlideWithinAPeriodIsTheSameInPeriodsOfAnyLength() throws {
        func rendered(_ period: Int) throws -> [Float] {
            let change: (Engine) throws -> Void = { engine in
                try engine.scheduling(at: 4_200, ofItem: 0) {
                    try engine.setStrip("sampler", settings { $0.transpose = 5 }, over: 6_000)
                }
            }
            return try render(periodFrames: period, [(1_024, change)]).left.samples
        }
        let reference = try rendered(64)
        for period in [256, 1_024] {
            #expect(firstDifference(try rendered(period), reference) == nil, "\(period)")
        }
    }
}
