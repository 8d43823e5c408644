import Effects
import Realtime
import Testing

@testable import SamplerHost

/// The mixer by itself: strips, gains and the master.
@Suite final class MixerTests {
    private let box = Box(Strip(rate: 48_000, maximumPeriod: 1_024))

    private static func mixer(inputs: Int = 4, gain: Double = 0) -> Mixer {
        var settings = EngineSettings(sampler: SamplerSettings(fonts: []))
        settings.maximumPeriod = 1_024
        settings.gain = gain
        settings.limiter = false
        return Mixer(inputs: inputs, settings.mix)
    }

    /// A sound with the same value in each frame.
    private static func sound(_ value: Float) -> StereoBuffer {
        var sound = StereoBuffer(capacity: 1_024)
        for frame in 0..<1_024 {
            sound.left[frame] = value
            sound.right[frame] = -value
        }
        return sound
    }

    /// Adds a sound that is sent to no effect.
    private static func add(
        _ value: Float,
        isSilent: Bool = false,
        to input: Int,
        of mixer: inout Mixer,
        _ frames: Range<Int>
    ) -> GainRamp {
        mixer.add(
            sound(value),
            SendBuffer(capacity: 1_024),
            isSilent: isSilent,
            to: input,
            from: frames.lowerBound,
            to: frames.upperBound
        )
    }

    @Test func anInputThatIsReturnedIsTakenAgainAtTheFullVolume() {
        var mixer = Self.mixer(inputs: 1)
        let input = mixer.takeInput(of: box.loan)
        mixer.fadeOut(input)
        mixer.returnInput(input)
        let again = mixer.takeInput(of: box.loan)
        #expect(again == input)
        let isMoving = mixer.isMoving(again)
        #expect(!isMoving)
    }

    @Test func theSoundsOfAnInputAreAddedWithOneGain() {
        var mixer = Self.mixer()
        let input = mixer.takeInput(of: box.loan)
        mixer.begin(1_024)
        let isChanged = mixer.changeGain(of: input, to: 0.5, at: 64)
        #expect(isChanged)
        var gain = GainRamp(1)
        for value: Float in [0.25, 0.125] {
            gain = Self.add(value, to: input, of: &mixer, 0..<1_024)
        }
        mixer.endSpan(of: input, at: gain)
        mixer.endSpan(from: 0, to: 1_024)
        let samples = [0, 63, 191, 319, 1_023].map { mixer.output.left[$0] }
        #expect(samples[0] == 0.375)
        #expect(samples[1] == 0.375)
        #expect(abs(samples[2] - 0.375 * 0.75) < 1e-5)
        #expect(abs(samples[3] - 0.1875) < 1e-5)
        #expect(samples[4] == 0.1875)
        let right = mixer.output.right[1_023]
        #expect(right == -0.1875)
    }

    @Test func aGainMovesOnWhileNothingSounds() {
        var mixer = Self.mixer()
        let input = mixer.takeInput(of: box.loan)
        mixer.begin(1_024)
        let isChanged = mixer.changeGain(of: input, to: 0.5, at: 64)
        #expect(isChanged)
        let silent = Self.add(0, isSilent: true, to: input, of: &mixer, 0..<192)
        mixer.endSpan(of: input, at: silent)
        mixer.endSpan(from: 0, to: 192)
        let heard = Self.add(0.5, to: input, of: &mixer, 192..<1_024)
        mixer.endSpan(of: input, at: heard)
        mixer.endSpan(from: 192, to: 1_024)
        let samples = [191, 192, 319, 320].map { mixer.output.left[$0] }
        #expect(samples[0] == 0)
        #expect(abs(samples[1] - 0.5 * 0.75) < 0.002)
        #expect(abs(samples[2] - 0.25) < 1e-5)
        #expect(samples[3] == 0.25)
    }

    /// A fade of a strip, mixed in two spans.
    private func fade(cutAt cut: Int) -> [Float] {
        var mixer = Self.mixer()
        let input = mixer.takeInput(of: box.loan)
        mixer.begin(1_024)
        _ = mixer.changeGain(of: input, to: 0, at: 0)
        for span in [0..<cut, cut..<1_024] {
            let gain = Self.add(0.5, to: input, of: &mixer, span)
            mixer.endSpan(of: input, at: gain)
            mixer.endSpan(from: span.lowerBound, to: span.upperBound)
        }
        return (0..<1_024).map { mixer.output.left[$0] }
    }

    @Test func theGainGoesOnWhereTheSpanBeforeEnded() {
        #expect(fade(cutAt: 100) == fade(cutAt: 1_024))
    }

    @Test func changesBeyondThePlaceForThemAreRefused() {
        var mixer = Self.mixer()
        var taken = 0
        while mixer.changeGain(of: 0, to: 1, at: 0) { taken += 1 }
        #expect(taken == Mixer.changeCapacity)
        let hasRoom = mixer.hasRoom
        #expect(!hasRoom)
        mixer.endSpan(from: 0, to: 1_024)
        let hasRoomAgain = mixer.hasRoom
        #expect(hasRoomAgain)
    }

    @Test func quietFramesAreCountedFromTheLastThatWasHeard() {
        var mixer = Self.mixer(gain: Decibels.level(0.5))
        mixer.begin(100)
        mixer.applySteadyGain(100)
        #expect(mixer.quietFrames == 100)
        let input = mixer.takeInput(of: box.loan)
        mixer.begin(100)
        let gain = Self.add(0.5, to: input, of: &mixer, 0..<40)
        mixer.endSpan(of: input, at: gain)
        mixer.endSpan(from: 0, to: 100)
        mixer.applySteadyGain(100)
        let peak = mixer.peak(100)
        #expect(peak == 0.25)
        #expect(mixer.quietFrames == 60)
    }

    /// The left channel after the gain and the transport's fade were applied to a sound of 1.
    private func heard(_ mixer: inout Mixer, frames: Int) -> [Float] {
        let input = mixer.takeInput(of: box.loan)
        mixer.begin(frames)
        let gain = Self.add(1, to: input, of: &mixer, 0..<frames)
        mixer.endSpan(of: input, at: gain)
        mixer.endSpan(from: 0, to: frames)
        mixer.returnInput(input)
        _ = mixer.applyGain(frames, nil)
        mixer.limit(frames)
        let due = mixer.applyFade(frames, endsWithIt: false)
        #expect(due == frames)
        return (0..<frames).map { mixer.output.left[$0] }
    }

    @Test func theOutputFadesOutAndInToTheGainThatWasSetMeanwhile() {
        var mixer = Self.mixer()
        mixer.fadeOut()
        let out = heard(&mixer, frames: 600)
        #expect(abs(out[239] - 0.5) < 1e-5)
        #expect(out[480...].allSatisfy { $0 == 0 })
        mixer.setGain(0.25, isHeard: false)
        mixer.fadeIn()
        let back = heard(&mixer, frames: 600)
        #expect(abs(back[239] - 0.125) < 1e-5)
        #expect(back[480...].allSatisfy { $0 == 0.25 })
        let steps = zip(out + back, (out + back).dropFirst()).map { abs($0 - $1) }
        #expect(steps.allSatisfy { $0 < 1.1 / 480 })
    }

    @Test func whatIsQuietIsTheMusicAndNotAFadeToAPause() {
        var mixer = Self.mixer()
        mixer.fadeOut()
        _ = heard(&mixer, frames: 600)
        #expect(mixer.quietFrames == 0)
    }

    @Test func nothingIsDueBehindAFadeThatEndsEverything() {
        var mixer = Self.mixer()
        mixer.fadeOut()
        let due = mixer.applyFade(1_000, endsWithIt: true)
        #expect(due == 480)
    }
}
