import Testing

@testable import Voices

@Suite struct EnvelopeTests {
    private func values(_ envelope: inout Envelope, _ blocks: Int) -> [Double] {
        (0..<blocks).map { _ in
            envelope.step(isVolume: true)
            return envelope.value
        }
    }

    @Test func stagesFollowEachOther() {
        var envelope = Envelope()
        envelope.delay = 2
        envelope.setAttack(4)
        envelope.hold = 1
        envelope.setDecay(10)
        envelope.sustain = 0.75
        let values = values(&envelope, 12)
        #expect(values.prefix(7) == [0, 0, 0.25, 0.5, 0.75, 1, 1])
        #expect(abs(values[7] - 0.9) < 1e-7)
        #expect(values[9] == 0.75)
        #expect(values[11] == 0.75)
    }

    @Test func stepsHaveSinglePrecision() {
        var envelope = Envelope()
        envelope.setAttack(3)
        envelope.step(isVolume: true)
        #expect(envelope.value == Double(1 / Float(3)))
    }

    @Test func releaseEndsAtZero() {
        var envelope = Envelope()
        envelope.setAttack(1)
        envelope.setRelease(4)
        envelope.step(isVolume: true)
        envelope.beginRelease(from: 0.5)
        #expect(values(&envelope, 2) == [0.25, 0])
        envelope.step(isVolume: true)
        #expect(envelope.value == 0)
        envelope.step(isVolume: true)
        #expect(envelope.hasEnded)
    }

    @Test(arguments: [false, true])
    func aReleaseThatGetsShorterContinuesFromItsLevel(_ keepsCount: Bool) {
        var envelope = Envelope()
        envelope.setAttack(1)
        envelope.setRelease(600)
        envelope.step(isVolume: true)
        envelope.beginRelease(from: 1)
        #expect(abs(values(&envelope, 60)[59] - 0.9) < 1e-6)
        envelope.setRelease(100, keepsCount: keepsCount)
        // In reference mode 60 of the 100 blocks are over.
        let after = values(&envelope, 50)[49]
        if keepsCount {
            #expect(envelope.hasEnded)
        } else {
            #expect(abs(after - 0.4) < 1e-6)
        }
    }

    @Test func cutoffsAreLimited() {
        var values = RegionValues()
        for (cutoff, limited) in [(16_000.0, 13_500.0), (500, 1_500), (9_000, 9_000)] {
            values[.cutoff] = cutoff
            values.limitCutoff()
            #expect(values[.cutoff] == limited)
        }
    }

    @Test func oscillatorReflects() {
        var oscillator = Oscillator()
        oscillator.delay = 64
        oscillator.setFrequency(48_000.0 / 256 * 0.4, rate: 48_000)
        var values: [Double] = []
        for block in 0..<7 {
            oscillator.advance(at: 64 * block)
            values.append((oscillator.value * 10).rounded() / 10)
        }
        // The first step is that of the first block that begins after the delay.
        #expect(values == [0, 0.4, 0.8, 0.8, 0.4, 0, -0.4])
    }
}
