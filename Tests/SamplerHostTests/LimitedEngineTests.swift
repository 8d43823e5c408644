import Effects
import MIDI
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The limiter in the engine: what it changes, and what it does not.
@Suite struct LimitedEngineTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func options(
        gain: Double = 0,
        limiter: Bool = true,
        period: Int = 256,
        tail: TailPolicy = .auto
    ) -> Rendering.Options {
        var options = Rendering.Options()
        options.gain = gain
        options.limiter = limiter
        options.period = period
        options.tail = tail
        return options
    }

    /// Keys of the sine and the noise: at a gain of 24 dB far above full scale.
    private static let song = SMFBuilder.milliseconds(
        { track in
            for key: UInt8 in [45, 57, 61, 64, 69] { track.key(20...320, key) }
        },
        { track in
            track.program(at: 0, channel: 1, .noise)
            track.key(100...200, 60, channel: 1)
        }
    )

    @Test(arguments: [TailPolicy.auto, .none, .frames(1_000)])
    func belowTheCeilingTheSoundIsTheSameFrameByFrame(tail: TailPolicy) throws {
        let limited = try studio.render(Self.song, options: options(gain: -20, tail: tail))
        let plain = try studio.render(
            Self.song,
            options: options(gain: -20, limiter: false, tail: tail)
        )
        #expect(firstDifference(limited.bytes, plain.bytes) == nil)
        #expect(limited.frameCount > 9_600)
        #expect(limited.figures.highestGainReduction == 0)
        #expect(limited.figures.frame == plain.figures.frame)
        #expect("\(limited.reports)" == "\(plain.reports)")
    }

    @Test func aboveTheCeilingNothingClipsAndNothingMoves() throws {
        let limited = try studio.render(Self.song, options: options(gain: 24))
        let plain = try studio.render(Self.song, options: options(gain: 24, limiter: false))
        #expect(plain.figures.highestPeak > 2)
        #expect(limited.frameCount == plain.frameCount)
        #expect(limited.left.firstSound() == plain.left.firstSound())
        #expect(limited.figures.clippedSamples == 0)
        #expect(TruePeakMeter.level(limited.left.samples) <= -1)
        let reduction = limited.figures.highestGainReduction
        let excess = Decibels.level(Double(plain.figures.highestPeak)) + 1
        #expect(reduction > excess && reduction < excess + 3)
        #expect("\(limited.reports)" == "\(plain.reports)")
    }

    @Test(arguments: [1, 17, 64, 100, 4_096])
    func thePeriodChangesNothing(period: Int) throws {
        let reference = try studio.render(Self.song, options: options(gain: 24))
        let other = try studio.render(Self.song, options: options(gain: 24, period: period))
        #expect(firstDifference(other.bytes, reference.bytes) == nil)
        #expect(other.figures.highestGainReduction == reference.figures.highestGainReduction)
    }

    @Test(arguments: [8_000, 22_050, 44_100, 96_000])
    func otherRatesKeepTheirFrames(rate: Int) throws {
        let studio = try Studio(rate: rate)
        var settings = options(gain: -20)
        settings.rate = rate
        let limited = try studio.render(Self.song, options: settings)
        settings.limiter = false
        let plain = try studio.render(Self.song, options: settings)
        #expect(firstDifference(limited.bytes, plain.bytes) == nil)
    }

    @Test func theReductionIsTakenOnceAndKeptInAll() throws {
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options(gain: 24)
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        var taken: [Double] = []
        var highest: [Double] = []
        try engine.run(into: MemorySink(periodFrames: 256, format: .float)) {
            let figures = engine.takeFigures()
            taken.append(figures.gainReduction)
            highest.append(figures.highestGainReduction)
        }
        #expect(taken.first == 0)
        #expect(try #require(taken.last) < #require(taken.max()) / 2)
        #expect(taken.max() == highest.last)
        #expect(zip(highest, highest.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func positionsAreThoseOfTheFramesThatAreHeard() throws {
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options()
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink) {
            guard sink.frameCount < 9_600 else { return }
            #expect(engine.position.frame == Int64(sink.frameCount))
            #expect(engine.framesRendered == Int64(sink.frameCount))
        }
    }

    @Test func aPauseChangesNothingBehindItsFades() throws {
        let reference = try studio.render(Self.song, options: options(gain: 24))
        let pausing = try paused { _, _ in }
        let left = pausing.left.samples
        let pause = pausing.pause
        #expect(firstDifference(left[..<pause], reference.left.samples[..<pause]) == nil)
        // The fade in lasts 480 frames; the reduction of before is remembered over the pause.
        let rest = pausing.resumption + 480
        #expect(firstDifference(left[rest...], reference.left.samples[rest...]) == nil)
    }

    @Test func otherMusicAfterAPauseComesWithoutTheDelayedFrames() throws {
        let silent = SMFBuilder.milliseconds { track in track.endTick = 400 }
        let item = PlayItem(sequence: try sequence(silent), rate: 48_000)
        let pausing = try paused { engine, stage in
            engine.cut()
            _ = engine.start(item, on: stage, isLast: true)
        }
        let left = pausing.left
        let start = pausing.resumption + (TestedEngine.isFluidSynth ? 0 : TestedEngine.cutFrames)
        #expect(try left.isSilent(in: start..<left.frameCount, below: -.infinity))
    }

    /// The song with a pause at 150 ms, and something done before it is resumed.
    private func paused(
        _ change: @escaping (Engine, SamplerRack) -> Void
    ) throws -> (left: Signal, pause: Int, resumption: Int) {
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options(gain: 24)
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let stage = try #require(engine.stage)
        let sink = MemorySink(periodFrames: 256, format: .float)
        var pause: Int?
        // What `pause` and `resume` do on a thread of their own.
        try engine.run(into: sink) {
            if pause == nil, sink.frameCount >= 7_200 {
                pause = sink.frameCount
                engine.give(EngineCommand.Immediate.pause)
            }
            if engine.core.value.state == .paused {
                engine.give(EngineCommand.Immediate.resume)
                change(engine, stage)
                engine.resumed.post()
            }
        }
        let resumption = try #require(sink.pauses.first)
        return (try sink.channels(rate: 48_000).left, try #require(pause), resumption)
    }
}
