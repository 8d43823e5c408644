import Effects
import Foundation
import MIDI
import Racks
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Inserts that delay: everything else is delayed alike, and a render has nothing of it.
@Suite struct InsertLatencyTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func settings(_ inserts: String) throws -> StripSettings {
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts(inserts)
        return settings
    }

    private func render(
        _ options: Rendering.Options = Rendering.Options(),
        _ song: SMFBuilder = StripTests.song,
        before: (Engine) throws -> Void = { _ in },
        at frame: Int = .max,
        change: (Engine) throws -> Void = { _ in }
    ) throws -> (left: Signal, bytes: [UInt8], positions: [Int64]) {
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        try before(engine)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: options.period, format: .float)
        var failure: (any Error)?
        var isDone = false
        var positions: [Int64] = []
        try engine.run(into: sink) {
            _ = engine.takeReports()
            positions.append(engine.framesRendered)
            if !isDone, sink.frameCount >= frame {
                isDone = true
                do { try change(engine) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return (try sink.channels(rate: options.rate).0, sink.bytes, positions)
    }

    /// Inserts that change nothing but the time.
    private static let late = [
        "limiter,ceiling=-1", "compressor,ratio=1,look-ahead=3",
        "compressor,ratio=1,look-ahead=20;limiter;compressor,ratio=1,look-ahead=7",
    ]

    @Test(arguments: late, [true, false])
    func oneStripThatIsLateDelaysTheOthers(_ inserts: String, _ limits: Bool) throws {
        var options = Rendering.Options()
        options.limiter = limits
        let plain = try render(options)
        // Both strips play the same song's tracks; only one has the inserts.
        for strip in ["sampler", "sampler 2"] {
            let late = try render(options, before: { try $0.setStrip(strip, settings(inserts)) })
            #expect(late.bytes == plain.bytes, "\(strip)")
        }
        let both = try render(
            options,
            before: {
                try $0.setStrip("sampler", settings(inserts))
                try $0.setStrip("sampler 2", settings("limiter"))
            }
        )
        #expect(both.bytes == plain.bytes)
    }

    @Test(arguments: late)
    func theMasterDelaysNothingInARender(_ inserts: String) throws {
        let plain = try render()
        let late = try render(before: {
            try $0.setMasterInserts(StripParameter.inserts(inserts))
        })
        #expect(late.bytes == plain.bytes)
    }

    @Test func periodsChangeNothing() throws {
        let plain = try render()
        for period in [64, 100, 441, 4_096] {
            var options = Rendering.Options()
            options.period = period
            let late = try render(
                options,
                before: { try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=20")) }
            )
            #expect(late.bytes == plain.bytes, "\(period)")
        }
    }

    @Test func dryAndWetSoundStayTogether() throws {
        let plain = try render()
        let half = try render(before: {
            try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=20,mix=0.5"))
        })
        #expect(half.bytes == plain.bytes)
    }

    @Test func aChangeWhilePlayingDoesNotClickAndStaysAligned() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let plain = try render(Rendering.Options(), song)
        let changed = try render(
            Rendering.Options(),
            song,
            at: 9_600,
            change: { try $0.setStrip("sampler", settings("compressor,ratio=1,look-ahead=5")) }
        )
        func step(_ signal: Signal, _ range: Range<Int>) -> Float {
            zip(signal.samples[range], signal.samples[range].dropFirst())
                .map { abs($1 - $0) }.max() ?? 0
        }
        let range = 4_800..<46_000
        #expect(step(changed.left, range) < step(plain.left, range) * 1.02)
        // From then on, the sound is 256 frames later: 240, in whole blocks.
        let (old, new) = (plain.left.samples, changed.left.samples)
        for frame in stride(from: 20_000, to: 40_000, by: 97) {
            #expect(abs(new[frame + 256] - old[frame]) < 1e-5)
        }
        // The frames that are heard are counted, not those that are written.
        let written = try #require(changed.positions.last)
        #expect(changed.left.frameCount - Int(written) == 256)
        #expect(zip(changed.positions, changed.positions.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
