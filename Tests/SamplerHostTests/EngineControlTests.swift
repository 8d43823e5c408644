import MIDI
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Stopping, cancelling and failing while it plays.
@Suite struct EngineControlTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let long = SMFBuilder.milliseconds { $0.key(0...1_000) }

    /// An engine that is going to play the long note.
    private func engine(period: Int = 256) throws -> Engine {
        var options = Rendering.Options()
        options.period = period
        let (engine, items) = try Rendering.engine(
            for: [Self.long.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        return engine
    }

    @Test(arguments: [64, 256, 4_096])
    func stoppingFadesOutWithinTwentyMilliseconds(period: Int) throws {
        var options = Rendering.Options()
        options.to = 24_000
        let reference = try studio.render(Self.long, options: options)
        let engine = try engine(period: period)
        let sink = MemorySink(periodFrames: period, format: .float)
        var stop = 0
        try engine.run(into: sink) {
            guard stop == 0, engine.framesRendered >= 4_800 else { return }
            stop = Int(engine.framesRendered)
            engine.stop()
        }
        #expect(sink.isFinished)
        #expect(stop > 0)
        #expect(sink.frameCount > stop)
        #expect(sink.frameCount <= stop + 960)
        let left = try sink.channels(rate: 48_000).left
        let before = left.samples[..<stop]
        #expect(firstDifference(before, reference.left.samples[..<stop]) == nil)
        let fade = stop..<sink.frameCount
        #expect(try left.peakLevel(in: fade.prefix(96)) > MeasuringFont.sinePeakLevel - 3)
        #expect(try left.peakLevel(in: fade.suffix(20)) < MeasuringFont.sinePeakLevel - 25)
        // No sample is louder than the music's own, so nothing clicks.
        let isFaded = fade.allSatisfy {
            left.samples[$0].magnitude <= reference.left.samples[$0].magnitude
        }
        #expect(isFaded)
        let reports = engine.takeReports()
        let hasFinished = reports.contains { if case .finished = $0 { true } else { false } }
        #expect(hasFinished)
    }

    @Test func stoppingAgainDoesNotMakeItLonger() throws {
        let engine = try engine(period: 64)
        let sink = MemorySink(periodFrames: 64, format: .s16)
        var stop = 0
        try engine.run(into: sink) {
            guard engine.framesRendered >= 640 else { return }
            if stop == 0 { stop = Int(engine.framesRendered) }
            engine.stop()
        }
        #expect(sink.frameCount <= stop + 481)
    }

    @Test func stoppingBeforeAnythingBeganEndsAtOnce() throws {
        let (engine, _) = try Rendering.engine(for: [Self.long.bytes], font: studio.font)
        engine.stop()
        let sink = MemorySink(periodFrames: 256, format: .s16)
        try engine.run(into: sink)
        #expect(sink.isFinished)
        #expect(sink.frameCount == 0)
    }

    @Test func cancellingAbandonsTheSink() throws {
        let engine = try engine()
        let sink = MemorySink(periodFrames: 256, format: .s16)
        let failure = #expect(throws: HostError.self) {
            try engine.run(into: sink) {
                if engine.framesRendered >= 2_560 { engine.cancel() }
            }
        }
        #expect(failure?.code == .cancelled)
        #expect(sink.isAbandoned)
        #expect(!sink.isFinished)
        #expect(sink.frameCount == 2_560)
    }

    @Test func aSinkThatFailsEndsTheRun() throws {
        let engine = try engine()
        let sink = MemorySink(periodFrames: 256, format: .s16)
        sink.failsAfter = 1_000
        let failure = #expect(throws: HostError.self) { try engine.run(into: sink) }
        #expect(failure?.code == .io)
        #expect(sink.isAbandoned)
        // Nobody waits for a pause that cannot come.
        let isPaused = engine.pause() != nil
        #expect(!isPaused)
    }

    @Test func theQueueSaysWhenItIsFull() throws {
        let (engine, items) = try Rendering.engine(for: [Self.long.bytes], font: studio.font)
        let item = try #require(items.first)
        for number in 0..<Engine.itemCapacity {
            #expect(engine.enqueue(item, isLast: false) == number)
        }
        #expect(engine.enqueue(item, isLast: false) == nil)
    }

    @Test func aReaderThatIsLateDelaysAndDoesNotBreak() throws {
        // More items than the ring of reports and what waits before it hold, in short periods.
        var song = SMFBuilder.milliseconds(format: 2)
        for _ in 0..<1_300 {
            song.track { $0.endTick = 0 }
        }
        var options = Rendering.Options()
        options.period = 17
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        var waiting = items[...]
        let sink = MemorySink(periodFrames: 17, format: .s16)
        var ended = 0
        var periods = 0
        try engine.run(into: sink) {
            while let item = waiting.first,
                engine.enqueue(item, isLast: waiting.count == 1) != nil
            {
                waiting.removeFirst()
            }
            periods += 1
            guard periods % 700 == 0 else { return }
            for case .ended(let item, _) in engine.takeReports() {
                #expect(item == ended)
                ended += 1
            }
        }
        for case .ended in engine.takeReports() { ended += 1 }
        #expect(ended == 1_300)
    }

    @Test func aRateThatFluidSynthLacksIsAnError() throws {
        for rate in [7_999, 96_001] {
            var options = Rendering.Options()
            options.rate = rate
            let failure = #expect(throws: HostError.self) {
                _ = try Rendering(Self.long, font: studio.font, options)
            }
            #expect(failure?.code == .unavailable)
            #expect(failure?.reason.contains("8000 … 96000") == true)
        }
    }

    @Test func aFontThatIsNotThereIsAnError() {
        let failure = #expect(throws: HostError.self) {
            _ = try Rendering(Self.long, font: "/nowhere/font.sf2")
        }
        #expect(failure == HostError(.noInput, "/nowhere/font.sf2", "no such file"))
    }
}
