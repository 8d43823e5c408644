import Foundation
import MIDI
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The engine on its own thread, commanded from another.
///
/// ThreadSanitizer runs over this suite.
@Suite struct EngineThreadTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds(
        { track in
            for index: UInt32 in 0..<12 {
                track.key(index * 60...index * 60 + 90, 60 + UInt8(index))
            }
        },
        { $0.key(0...750, 45, channel: 1) }
    )

    private static var options: Rendering.Options {
        var options = Rendering.Options()
        options.threads = 2
        options.tail = .frames(2_000)
        return options
    }

    /// A sink that takes real time, as a device does.
    private func pacedSink() -> MemorySink {
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        return sink
    }

    @Test func pausingAndGoingOnLosesNoFrame() throws {
        let reference = try studio.render(Self.song, options: Self.options)
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            Self.options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = pacedSink()
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        for _ in 0..<2 {
            Thread.sleep(forTimeInterval: 0.15)
            let pause = engine.pause()
            let rendered = engine.framesRendered
            Thread.sleep(forTimeInterval: 0.05)
            #expect(engine.framesRendered == rendered)
            pause?.resume()
        }
        try thread.join()
        #expect(sink.resumptions == 2)
        #expect(sink.pauses.count == 2)
        #expect(sink.frameCount == reference.frameCount)
        let left = try sink.channels(rate: 48_000).left
        // 10 ms of fade on both sides, and the rest of a period.
        let fades = sink.pauses.map { $0 - 480 - 256..<$0 + 480 }
        #expect(try left.distance(to: reference.left, outside: fades) == -.infinity)
        for pause in sink.pauses {
            #expect(abs(left.samples[pause - 1]) < 0.000_5)
            #expect(abs(left.samples[pause]) < 0.000_5)
        }
    }

    @Test func commandsAndFiguresFromAnotherThread() throws {
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes, Self.song.bytes],
            font: studio.font,
            Self.options
        )
        let sink = pacedSink()
        let ended = DispatchSemaphore(value: 0)
        let thread = try AudioThread(running: engine, into: sink, realTime: true) {
            ended.signal()
        }
        for (index, item) in items.enumerated() {
            #expect(engine.enqueue(item, isLast: index == items.count - 1) == index)
        }
        var reports: [EngineReport] = []
        var voices = 0
        var last = EngineFigures(
            frame: 0,
            position: 0,
            voices: 0,
            peak: 0,
            highestPeak: 0,
            clippedSamples: 0,
            xruns: 0,
            load: 0
        )
        for round in 0..<40 {
            let figures = engine.takeFigures()
            #expect(figures.frame >= last.frame)
            #expect(figures.highestPeak >= last.highestPeak)
            voices = max(voices, figures.voices)
            last = figures
            reports += engine.takeReports()
            if round == 20 {
                engine.pause()?.resume()
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(!thread.hasEnded)
        engine.stop()
        ended.wait()
        #expect(thread.hasEnded)
        try thread.join()
        reports += engine.takeReports()
        #expect(voices >= 2)
        #expect(sink.isFinished)
        let kinds = reports.map { report in
            switch report {
            case .began(let item, _): "began \(item)"
            case .ended(let item, _): "ended \(item)"
            case .finished: "finished"
            default: "\(report)"
            }
        }
        #expect(kinds == ["began 0", "finished"])
    }

    @Test func cancellingFromAnotherThread() throws {
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            Self.options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = pacedSink()
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        Thread.sleep(forTimeInterval: 0.05)
        let pause = engine.pause()
        engine.cancel()
        let failure = #expect(throws: HostError.self) { try thread.join() }
        pause?.resume()
        #expect(failure?.code == .cancelled)
        #expect(sink.isAbandoned)
    }

    @Test func aThousandMeetingsOfTheThreadsChangeNothing() throws {
        // Many spans, so that workers and the audio thread meet thousands of times.
        let dense = SMFBuilder.milliseconds { track in
            for index: UInt32 in 0..<800 {
                let channel = UInt8(index % 16)
                track.note(at: index, length: 30, channel: channel, key: UInt8(40 + index % 50))
            }
        }
        var options = Self.options
        options.shards = 4
        options.period = 64
        let two = try studio.render(dense, options: options)
        options.threads = 1
        options.period = 512
        let one = try studio.render(dense, options: options)
        #expect(firstDifference(two.bytes, one.bytes) == nil)
    }
}
