import Foundation
import Racks
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import Clips
@testable import SamplerHost

/// Clips that follow the tempo and keep their pitch.
extension ClipTests {
    private func stretched(
        _ sound: WAVBuilder,
        at pace: Double,
        period: Int = 256,
        variSpeed: Double = 1,
        _ change: (inout ClipSettings) -> Void = { _ in }
    ) throws -> (left: [Float], right: [Float]) {
        var clip = ClipSettings(
            path: try studio.directory.write(sound.bytes, to: "sound \(pace) \(period).wav")
        )
        clip.follow = .tempo
        change(&clip)
        let ratio = Double(sound.rate) / Double(Self.rate)
        let length = SMFBuilder.milliseconds { $0.meta(at: 5_000, type: 1, []) }
        let stage = try stage([clip], length, period: period)
        stage.engine.setVariSpeed(variSpeed)
        let span = span(480, pace: pace * ratio, follow: .tempo(pace: ratio))
        return try play(stage, item(stage, [span]))
    }

    /// The first frame and the one behind the last that are louder than −60 dBFS.
    private func range(of sound: [Float]) throws -> Range<Int> {
        let first = try #require(sound.firstIndex { abs($0) > 0.001 })
        let last = try #require(sound.lastIndex { abs($0) > 0.001 })
        return first..<last + 1
    }

    @Test(arguments: [0.5, 0.8, 0.97, 1.03, 1.25, 2])
    func stretchedASineKeepsItsPitchAndLevel(_ pace: Double) throws {
        let sine = WAVBuilder([WAVBuilder.sine(300, frames: 96_000)])
        let sound = try stretched(sine, at: pace).left
        let signal = Signal(samples: sound, rate: Self.rate)
        let played = try range(of: sound)
        let length = 96_000 / pace
        #expect(abs(Double(played.lowerBound) - 480) < 3)
        #expect(abs(Double(played.upperBound) - 480 - length) < 0.004 * Double(Self.rate))
        let middle = 4_800..<played.upperBound - 4_800
        #expect(abs(try signal.frequency(near: 300, in: middle) - 300) < 0.1)
        let level = try signal.level(ofPartial: 300, in: middle)
        let plain = Signal(samples: sine.channels[0].map(Float.init), rate: Self.rate)
        #expect(abs(level - (try plain.level(ofPartial: 300, in: 4_800..<91_200))) < 0.2)
        // No step where it continues elsewhere: 0.25 · 2π · 300 / 48,000 for each frame.
        let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
        #expect((steps[1_000..<middle.upperBound].max() ?? 1) < 0.0115)
    }

    @Test func atItsOwnTempoItIsAsRecorded() throws {
        var clip = WAVBuilder([(0..<48_000).map { Double($0 + 1) / 8_388_608 }])
        clip.bits = 24
        let sound = try stretched(clip, at: 1).left
        #expect(sound[480..<48_480].enumerated().allSatisfy { number($1) == $0 })
        #expect(sound[48_480...].allSatisfy { $0 == 0 })
    }

    /// Strokes at irregular times: each is noise that decays within some milliseconds.
    private static let strokes = [
        2_400, 14_000, 26_300, 32_000, 38_100, 50_000, 55_500, 61_000, 66_700, 80_000,
    ]

    private static func drums() -> WAVBuilder {
        var samples = [Double](repeating: 0, count: 96_000)
        var state: UInt32 = 1
        for stroke in strokes {
            for index in 0..<4_000 {
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = Double(Int32(bitPattern: state)) / 2_147_483_648
                samples[stroke + index] += 0.5 * noise * exp(-Double(index) / 600)
            }
            samples[stroke] = 0.4
        }
        return WAVBuilder([samples])
    }

    @Test(arguments: [0.5, 0.7, 0.9, 1.1, 1.4, 2])
    func eachStrokeIsHeardOnceAndInTime(_ pace: Double) throws {
        let sound = try stretched(Self.drums(), at: pace).left
        var onsets: [Int] = []
        var quiet = 960
        for (frame, value) in sound.enumerated() {
            if abs(value) < 0.05 {
                quiet += 1
            } else {
                if quiet > 600, abs(value) > 0.15 { onsets.append(frame) }
                quiet = 0
            }
        }
        let due = Self.strokes.map { Int(480 + Double($0) / pace) }
        #expect(onsets.count == due.count, "\(onsets) instead of \(due)")
        for (onset, due) in zip(onsets, due) {
            #expect(abs(onset - due) < Self.rate * 4 / 1_000, "\(onset) instead of \(due)")
        }
    }

    @Test func periodsOfAnyLengthGiveTheSameSound() throws {
        let sounds = try [64, 256, 1_000, 4_096].map { period in
            try stretched(Self.drums(), at: 1.3, period: period).left.prefix(90_000)
        }
        for sound in sounds.dropFirst() { #expect(sound == sounds[0]) }
    }

    @Test func aLoopIsStretchedPastItsSeam() throws {
        let sine = WAVBuilder([WAVBuilder.sine(300, frames: 16_000)])
        let sound = try stretched(sine, at: 0.8) { $0.plays = 4 }.left
        let signal = Signal(samples: sound, rate: Self.rate)
        #expect(abs(try signal.frequency(near: 300, in: 4_800..<76_000) - 300) < 0.1)
        #expect(abs(try range(of: sound).upperBound - 480 - 80_000) < 192)
    }

    @Test func atAnotherRateAndVariSpeedThePitchIsThatOfTheVariSpeed() throws {
        var sine = WAVBuilder([WAVBuilder.sine(300, frames: 88_200, rate: 44_100)])
        sine.rate = 44_100
        let sound = try stretched(sine, at: 0.9 * 1.5, variSpeed: 1.5).left
        let signal = Signal(samples: sound, rate: Self.rate)
        #expect(abs(try signal.frequency(near: 450, in: 4_800..<64_000) - 450) < 0.2)
        #expect(abs(try range(of: sound).upperBound - 480 - Int(96_000 / 1.35)) < 192)
    }

    @Test func aLoopOfTheMusicEndsWithoutAClickWhereverItIs() throws {
        let sine = WAVBuilder([WAVBuilder.sine(220, frames: 96_000)])
        var clip = ClipSettings(path: try studio.directory.write(sine.bytes, to: "loop.wav"))
        clip.follow = .tempo
        for end in stride(from: 48_000, to: 49_728, by: 144) {
            let stage = try stage([clip])
            let span = span(0, pace: 0.7, follow: .tempo(pace: 1))
            let range = Int64(24_000)..<Int64(end)
            let sound = try play(stage, item(stage, [span], loop: range, loopCount: 2)).left
            // Within 5 ms, a sine fades into another one: no step is higher than both of them.
            let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
            #expect((steps[1_000..<90_000].max() ?? 1) < 0.02, "\(end)")
        }
    }

    @Test func whatIsOppositeInBothChannelsIsComparedToo() throws {
        let sine = WAVBuilder.sine(300, frames: 96_000)
        let sound = try stretched(WAVBuilder([sine, sine.map { -$0 }]), at: 1.25)
        let steps = zip(sound.left.dropFirst(), sound.left).map { abs($0 - $1) }
        #expect((steps[1_000..<70_000].max() ?? 1) < 0.0115)
        #expect(zip(sound.left, sound.right).allSatisfy { $0 == -$1 })
    }
}
