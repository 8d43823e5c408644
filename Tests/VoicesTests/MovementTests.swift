import Testing

@testable import Voices

/// Movements within and between blocks.
@Suite struct MovementTests {
    private func levels(cutoff first: Double, then second: Double) -> [Float] {
        let player = Player([.looped { $0.values[.cutoff] = first }], .constant)
        player.noteOn()
        let level = player.left(6_400)[6_399]
        player.engine.setSounding(second, of: .cutoff, channel: 0)
        return player.left(320).map { $0 / level }
    }

    @Test func theFiltersCoefficientsMoveEvenly() {
        let levels = levels(cutoff: 8_000, then: 7_500)
        #expect(abs(levels[0] - 1) < 1e-3)
        for (one, other) in zip(levels, levels.dropFirst()) { #expect(abs(one - other) < 0.03) }
        // It does move.
        #expect(levels.contains { abs($0 - 1) > 1e-3 })
    }

    @Test func theFiltersHistoryFollowsItsGain() {
        let levels = levels(cutoff: 10_000, then: 8_000)
        #expect(levels.allSatisfy { $0 > 0.7 && $0 < 1.3 })
    }

    @Test func theModulationEnvelopeIsConvexInItsAttack() {
        let region = Region.plain {
            $0.values[.envelopeToPitch] = 1_200
            $0.values[.envelopeAttack] = -1_200
        }
        let player = Player([region], .ramp)
        player.noteOn()
        let output = player.left(12_200)
        let plain = Player([.plain()], .ramp)
        plain.noteOn()
        let other = plain.left(12_200)
        // Half of half a second: 1 + 400/960 · log10(0.5) = 0.875 of an octave.
        let ratio = (output[12_100] - output[11_900]) / (other[12_100] - other[11_900])
        #expect(abs(ratio - 1.834) < 0.01)
    }

    @Test func theModulationEnvelopeFallsFromItsConvexValue() {
        let region = Region.plain {
            $0.values[.envelopeToPitch] = 1_200
            $0.values[.envelopeAttack] = -1_200
            $0.values[.envelopeRelease] = 4_800
            $0.values[.volumeRelease] = 4_800
        }
        let player = Player([region], .ramp)
        player.noteOn()
        let output = player.left(12_032)
        let before = (output[12_000] - output[11_900]) / 100
        player.noteOff()
        let after = player.left(400)
        // The release's level falls by so little that the slope is that of the pitch.
        #expect(abs((after[300] - after[200]) / 100 / before - 1) < 0.06)
    }

    @Test func theFramesOutsideOfASampleAreNotHeard() {
        let frames =
            [Int16](repeating: 30_000, count: 8) + [Int16](repeating: 0, count: 100)
            + [Int16](repeating: 30_000, count: 8)
        let sample = RegionSample(SampleFrames(frames), range: 8..<108, rate: Player.rate)
        for key: UInt8 in [36, 48, 60, 61, 84] {
            let player = Player([.plain()], sample)
            player.noteOn(key)
            #expect(player.left(640).allSatisfy { $0 == 0 })
        }
    }

    @Test func theFirstLoopIsLedInByTheFramesBeforeIt() {
        // A step at the loop's start: before it goes round, the point in front is the sample's, and
        // then the loop's last one.
        let frames =
            [Int16](repeating: 0, count: 64) + [Int16](repeating: 16_000, count: 64)
        let sample = RegionSample(SampleFrames(frames), loop: 64..<128, rate: Player.rate)
        let player = Player([.looped()], sample)
        player.noteOn(48)
        let output = player.left(1_000)
        #expect(output[100] == 0)
        let level = output[999]
        // Between frames 63 and 64 the spline lies between both.
        #expect(output[127] > 0.2 * level && output[127] < 0.8 * level)
        #expect(output[300...].allSatisfy { abs($0 / level - 1) < 1e-3 })
    }

    @Test func timesOfSegmentsAreInBlocks() {
        var region = Region.looped()
        // 6.13 ms are 4.6 blocks: five.
        region.values[.volumeHold] = -8_817
        region.values[.volumeDecay] = -12_000
        region.values[.volumeSustain] = 960
        let player = Player([region], .constant)
        player.noteOn()
        let output = player.left(960)
        #expect(output[300] > 0.4)
        #expect(output[400] < 0.1)
    }

    @Test func keysAreScaledAboutTheRoot() {
        let region = Region.plain {
            $0.values[.scaleTuning] = 50
            $0.values[.rootKey] = 48
        }
        let player = Player([region], .ramp)
        player.noteOn(72)
        let output = player.left(4_000)
        let plain = Player([.plain()], .ramp)
        plain.noteOn()
        let other = plain.left(4_000)
        let ratio = (output[3_900] - output[1_000]) / (other[3_900] - other[1_000])
        #expect(abs(ratio - 2) < 1e-3)
    }

    @Test func resonanceLowersTheLevelByHalfOfIt() {
        func level(_ resonance: Double) -> Float {
            let player = Player([.looped { $0.values[.resonance] = resonance }], .constant)
            player.noteOn()
            return player.left(2_000)[1_999]
        }
        #expect(abs(level(200) / level(0) - 0.3162) < 0.002)
    }

    @Test func theHighestCutoffIs45PercentOfTheRate() {
        let frames = (0..<1_000).map { Int16(8_000 * Sine.value(Double($0) * 0.45)) }
        let sample = RegionSample(SampleFrames(frames), loop: 0..<1_000, rate: Player.rate)
        // At half of 48 kHz 13,500 cents would be 0.415 of the rate; at 40 kHz they are 0.498.
        let player = Player([.looped()], sample)
        player.noteOn()
        let output = player.left(2_000)[1_000...].map(abs).max() ?? 0
        #expect(output > 0.01)
        let angle = Conversions(rate: 40_000, isRounded: false).angle(cutoff: 13_500)
        #expect(abs(angle.cosine - Sine.value(0.45 + 0.25)) < 1e-9)
    }

    @Test func theReferenceEndsVoicesAtItsFloor() {
        // 96 dB of release in 1,501 blocks, from an attenuation of 80 dB.
        let region = Region.looped {
            $0.values[.attenuation] = 800
            $0.values[.volumeRelease] = 1_200
        }
        // FluidSynth ends it at a value of 0.3; ours at 100 dB, 20 dB further down.
        for (mode, wanted) in [(VoiceMode.reference, 1_051), (.exact, 313)] {
            let player = Player([region], .constant, mode: mode)
            player.noteOn()
            _ = player.left(640)
            player.noteOff()
            var blocks = 0
            while player.engine.voiceCount > 0, blocks < 3_000 {
                _ = player.left(64)
                blocks += 1
            }
            #expect(abs(blocks - wanted) < 4)
        }
    }

    @Test func aDecayOfNothingGoesToTheSustain() {
        let region = Region.looped {
            $0.values[.volumeDecay] = -32_768
            $0.values[.volumeSustain] = 200
        }
        let player = Player([region], .constant)
        player.noteOn()
        let plain = Player([.looped()], .constant)
        plain.noteOn()
        #expect(abs(player.left(1_000)[999] / plain.left(1_000)[999] - 0.12) < 0.03)
    }
}
