import Clips
import Foundation
import MIDI
import Platform
import Racks
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The pitch of samplers and the pace of clips, as of a tape.
@Suite("Vari-speed")
struct VariSpeedTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A second of A4.
    private static let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }

    private func stage(
        _ factor: Double = 1,
        engine: SynthesisEngine = .auto,
        period: Int = 256,
        song: SMFBuilder = Self.song
    ) throws -> RoutedStage {
        var rack = RoutedStage.settings(font: studio.font)
        rack.fallback?.settings.engine = engine
        return try RoutedStage(song, rack, period: period) {
            $0.variSpeed = factor
            // It renders ahead.
            $0.limiter = false
        }
    }

    @Test(
        "changes pitch to a cent",
        arguments: [SynthesisEngine.fluidSynth, .seqd],
        [1.5, 0.5, 2, 1.059_463_1, 0.25]
    )
    func pitch(_ engine: SynthesisEngine, _ factor: Double) throws {
        let stage = try stage(factor, engine: engine)
        try stage.play()
        let wanted = 440 * factor
        let heard = try stage.left.frequency(near: wanted, in: 9_600..<43_200)
        #expect(abs(cents(heard, above: wanted)) < 1, "\(heard) Hz")
    }

    @Test("glides without a step, and however long periods are", arguments: [64, 256, 1_024])
    func glide(_ period: Int) throws {
        func glide(_ period: Int) throws -> RoutedStage {
            let stage = try self.stage(engine: .seqd, period: period)
            // On a frame with which periods of all these lengths begin.
            stage.at(256) { stage.engine.setVariSpeed(2, over: 19_200) }
            try stage.play()
            return stage
        }
        let stage = try glide(period)
        #expect(try stage.sink.bytes == glide(4_096).sink.bytes)
        let sound = try stage.left.samples
        let peak = sound[2_400..<45_600].map(\.magnitude).max() ?? 0
        // The steepest that a sine of 880 Hz can be.
        let steepest = peak * 2 * .pi * 880 / 48_000 * 1.02
        for frame in 2_400..<45_600 {
            #expect(abs(sound[frame + 1] - sound[frame]) < steepest, "frame \(frame)")
        }
        let begin = 12_288
        #expect(abs(cents(try stage.left.frequency(near: 440, in: 2_400..<begin), above: 440)) < 1)
        let after = try stage.left.frequency(near: 880, in: (begin + 19_400)..<45_600)
        #expect(abs(cents(after, above: 880)) < 1)
        // Half of the way, 660 Hz, as the mean of what is before and behind.
        let middle = begin + 9_600
        let half = try stage.left.frequency(near: 660, in: (middle - 1_200)..<(middle + 1_200))
        #expect(abs(cents(half, above: 660)) < 10, "\(half)")
    }

    // MARK: Clips

    /// A file in which each frame says its own number.
    private func clip(_ frames: Int, _ name: String = "clip.wav") throws -> PlayableClip {
        var file = WAVBuilder([(0..<frames).map { Double($0 + 1) / 8_388_608 }])
        file.bits = 24
        file.rate = 48_000
        let path = try studio.directory.write(file.bytes, to: name)
        var settings = ClipSettings(path: path)
        settings.name = "player"
        return try PlayableClip(settings)
    }

    @Test("plays clips faster and slower, and what is queued behind them follows without a gap")
    func clips() throws {
        let stage = try stage()
        var engine: Engine { stage.engine }
        let (one, two) = (try engine.add(clip(19_200)), try engine.add(clip(9_600, "two.wav")))
        stage.at(0) {
            engine.playClip(one)
            engine.playClip(two, isQueued: true)
        }
        stage.at(100) { engine.setVariSpeed(2) }
        stage.at(150) { engine.setVariSpeed(0.5, over: 4_800) }
        try stage.play()
        var times: [Int64] = []
        for report in stage.reports {
            switch report {
            case .clipBegan(_, let frame): times.append(frame)
            case .clipEnded(_, let frame, _): times.append(frame)
            default: break
            }
        }
        #expect(times.count == 4)
        guard times.count == 4 else { return }
        // 4,864 frames at 1, then to frame 7,424 at 2, in 4,800 frames down to a half.
        let glided = 4_864.0 + 2 * 2_560
        let rest = 19_200 - glided - 1.25 * 4_800
        #expect(abs(Double(times[1]) - (7_424 + 4_800 + rest / 0.5)) < 8, "\(times)")
        #expect(times[2] == times[1])
        #expect(times[3] - times[2] == 19_200)
    }

    @Test("is heard in what a clip plays")
    func places() throws {
        let silence = SMFBuilder.milliseconds { $0.meta(at: 500, type: 1, []) }
        let stage = try stage(2, song: silence)
        let one = try stage.engine.add(clip(40_000))
        stage.at(0) { stage.engine.playClip(one) }
        stage.at(100) { stage.engine.setVariSpeed(1) }
        try stage.play()
        let sound = try stage.left.samples
        func number(_ frame: Int) -> Double { Double(sound[frame]) * 8_388_608 - 1 }
        #expect(abs(number(2_000) - 4_000) < 2, "\(number(2_000))")
        #expect(abs(number(8_000) - (2 * 4_864 + 8_000 - 4_864)) < 3, "\(number(8_000))")
    }
}
