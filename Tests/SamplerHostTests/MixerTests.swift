import Testing

@testable import SamplerHost

/// The mixer by itself: strips, gains and the master.
@Suite struct MixerTests {
    private static func mixer(strips: Int = 4, gain: Float = 1) -> Mixer {
        var settings = EngineSettings(sampler: SamplerSettings(fonts: []))
        settings.maximumPeriod = 1_024
        settings.gain = Double(gain)
        return Mixer(strips: strips, settings, fadeFrames: 480)
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
        to strip: Int,
        of mixer: inout Mixer,
        _ frames: Range<Int>
    ) -> GainRamp {
        mixer.add(
            sound(value),
            SendBuffer(capacity: 1_024),
            to: strip,
            bus: 0,
            from: frames.lowerBound,
            to: frames.upperBound
        )
    }

    @Test func aStripThatIsReturnedIsTakenAgainAtItsFullGain() {
        var mixer = Self.mixer(strips: 1)
        let strip = mixer.takeStrip()
        mixer.fadeOut(strip)
        mixer.returnStrip(strip)
        let again = mixer.takeStrip()
        #expect(again == strip)
        let isMoving = mixer.isMoving(again)
        #expect(!isMoving)
    }

    @Test func inputsOfAStripAreAddedWithOneGain() {
        var mixer = Self.mixer()
        let strip = mixer.takeStrip()
        mixer.begin(1_024)
        let isChanged = mixer.changeGain(of: strip, to: 0.5, at: 64)
        #expect(isChanged)
        var gain = GainRamp(1)
        for value: Float in [0.25, 0.125] {
            gain = Self.add(value, to: strip, of: &mixer, 0..<1_024)
        }
        mixer.endSpan(of: strip, at: gain)
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

    /// A fade of a strip, mixed in two spans.
    private func fade(cutAt cut: Int) -> [Float] {
        var mixer = Self.mixer()
        let strip = mixer.takeStrip()
        mixer.begin(1_024)
        _ = mixer.changeGain(of: strip, to: 0, at: 0)
        for span in [0..<cut, cut..<1_024] {
            let gain = Self.add(0.5, to: strip, of: &mixer, span)
            mixer.endSpan(of: strip, at: gain)
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
        var mixer = Self.mixer(gain: 0.5)
        mixer.begin(100)
        let silent = mixer.applySteadyMaster(100)
        #expect(silent == 0)
        #expect(mixer.quietFrames == 100)
        let strip = mixer.takeStrip()
        mixer.begin(100)
        let gain = Self.add(0.5, to: strip, of: &mixer, 0..<40)
        mixer.endSpan(of: strip, at: gain)
        let peak = mixer.applySteadyMaster(100)
        #expect(peak == 0.25)
        #expect(mixer.quietFrames == 60)
    }

    @Test func theMasterFadesOutAndInToWhatWasSetMeanwhile() {
        var mixer = Self.mixer()
        mixer.fadeOut()
        mixer.setGain(0.25, isHeard: false)
        for frame in 0..<480 { _ = mixer.applyMaster(to: frame, countsQuiet: false) }
        let isFading = mixer.isFading
        #expect(!isFading)
        #expect(mixer.quietFrames == 0)
        mixer.fadeIn()
        for frame in 0..<480 { _ = mixer.applyMaster(to: frame, countsQuiet: false) }
        let strip = mixer.takeStrip()
        mixer.begin(8)
        let gain = Self.add(1, to: strip, of: &mixer, 0..<8)
        mixer.endSpan(of: strip, at: gain)
        let peak = mixer.applySteadyMaster(8)
        #expect(peak == 0.25)
    }
}
