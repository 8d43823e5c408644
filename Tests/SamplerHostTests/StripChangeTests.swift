import Effects
import Foundation
import Racks
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Random changes of a strip and of the master: what was set last is what is heard in the end.
@Suite struct StripChangeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds { $0.key(0...4_000, 69) }
    /// The frames in which changes are made, and those after which all moves have ended.
    private static let changes = 4_800..<96_000
    private static let rest = 150_000..<185_000

    /// The settings of a strip and of the master, as random changes make them.
    private struct Settings {
        var strip = StripSettings()
        var master: [InsertSettings] = []
        var gain = 0.0
        var isMuted = false
        private var random: SeededGenerator

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            strip.inserts = try StripParameter.inserts(
                "filter,frequency=2000;compressor,threshold=-30;width;eq,peak=440:3;gate,range=-3"
            )
            master = try StripParameter.inserts("eq,low-shelf=200:2,peak=1000:-3;limiter,mix=1")
        }

        private mutating func insert(_ inserts: inout [InsertSettings]) throws {
            guard let index = inserts.indices.randomElement(using: &random) else { return }
            func number(_ range: ClosedRange<Double>) -> Double {
                (Double.random(in: range, using: &random) * 100).rounded() / 100
            }
            let text: String
            switch inserts[index].effect {
            case .filter:
                let types = ["low-pass", "all-pass"]
                text =
                    "type=\(types.randomElement(using: &random) ?? "")"
                    + ",frequency=\(number(600...4_000))"
            case .compressor: text = "ratio=\(number(1...9)),makeup=\(number(-3...6))"
            case .width: text = "width=\(number(0...2)),mix=\(number(0.2...1))"
            case .equalizer: text = "peak=440:\(number(-9...9))"
            case .gate: text = "range=\(number(-20...0))"
            case .limiter: text = "gain=\(number(0...2))"
            default: return
            }
            try inserts[index].change(text)
            if Int.random(in: 0..<8, using: &random) == 0 { inserts[index].isBypassed.toggle() }
        }

        private mutating func change(_ engine: Engine) throws {
            let isLong = Bool.random(using: &random)
            let frames = isLong ? Int.random(in: 300...40_000, using: &random) : 0
            switch Int.random(in: 0..<8, using: &random) {
            case 0: strip.gain = .random(in: -9...3, using: &random)
            case 1: strip.pan = .random(in: -60...60, using: &random)
            case 2: strip.isMuted.toggle()
            case 3: strip.transpose = .random(in: -2...2, using: &random)
            case 4: strip.fineTune = .random(in: -40...40, using: &random)
            case 5:
                gain = .random(in: -6...0, using: &random)
                isMuted = Int.random(in: 0..<3, using: &random) == 0
                return engine.setGain(gain, isMuted: isMuted, over: frames)
            case 6:
                var inserts = master
                try insert(&inserts)
                master = inserts
                return try engine.setInserts(master, of: .output(.main), over: frames)
            default:
                var inserts = strip.inserts
                try insert(&inserts)
                strip.inserts = inserts
            }
            try engine.setStrip("sampler", strip, over: frames)
        }

        /// Makes one change, some together, or one at a position ahead.
        mutating func step(_ engine: Engine, at frame: Int) throws {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                var failure: (any Error)?
                try engine.together {
                    do { for _ in 0..<3 { try change(engine) } } catch { failure = error }
                }
                if let failure { throw failure }
            case 1:
                let due = Int64(frame) + .random(in: 0...6_000, using: &random)
                try engine.scheduling(at: due, ofItem: 0) { try change(engine) }
            default: try change(engine)
            }
        }

        func set(_ engine: Engine) throws {
            try engine.setStrip("sampler", strip)
            try engine.setInserts(master, of: .output(.main))
            engine.setGain(gain, isMuted: isMuted)
        }

        /// Ends with what can be heard.
        mutating func unmute(_ engine: Engine) throws {
            (strip.isMuted, isMuted) = (false, false)
            try engine.setStrip("sampler", strip)
            engine.setGain(gain)
        }

        mutating func pause() -> Int { .random(in: 64...6_000, using: &random) }
    }

    private func render(
        _ settings: Settings,
        _ betweenPeriods: (inout Settings, Engine, Int) throws -> Void
    ) throws -> (Settings, [Float], [Float]) {
        var settings = settings
        var options = Rendering.Options()
        options.limiter = false
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        try settings.set(engine)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: options.period, format: .float)
        var failure: (any Error)?
        try engine.run(into: sink) {
            _ = engine.takeReports()
            do { try betweenPeriods(&settings, engine, sink.frameCount) } catch { failure = error }
        }
        if let failure { throw failure }
        let (left, right) = try sink.channels(rate: 48_000)
        return (settings, left.samples, right.samples)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func theEndIsAsIfItHadBeenSetFromTheStart(_ seed: UInt64) throws {
        var next = Self.changes.lowerBound
        var hasEnded = false
        let (settings, left, right) = try render(Settings(seed: seed)) { settings, engine, frame in
            if frame >= Self.changes.upperBound {
                if !hasEnded { try settings.unmute(engine) }
                hasEnded = true
            } else if frame >= next {
                next = frame + settings.pause()
                try settings.step(engine, at: frame)
            }
        }
        let (_, expectedLeft, expectedRight) = try render(settings) { _, _, _ in }
        /// The level of a part in dB.
        func level(_ samples: [Float]) -> Double {
            let part = samples[Self.rest]
            let energy = part.reduce(0) { $0 + Double($1) * Double($1) }
            return 10 * log10(energy / Double(part.count))
        }
        #expect(abs(level(left) - level(expectedLeft)) < 0.02, "left")
        #expect(abs(level(right) - level(expectedRight)) < 0.02, "right")
        #expect(level(expectedLeft) > -60)
        // The pitch: the same zero crossings, wherever they are.
        func crossings(_ samples: [Float]) -> Int {
            zip(samples[Self.rest], samples[Self.rest].dropFirst()).count { $0 < 0 && $1 >= 0 }
        }
        #expect(abs(crossings(left) - crossings(expectedLeft)) <= 1)
    }
}
