import Testing

@testable import Voices

/// The sound of single notes.
@Suite struct SoundTests {
    /// The gain of a side in the middle, and that of a filter without resonance.
    private static let middle: Float = 0.7071 * 1.18921

    @Test func aConstantKeepsItsLevel() {
        let player = Player([.looped()], .constant)
        player.noteOn()
        let output = player.render(1_000)
        for side in output.prefix(2) {
            #expect(side[100...].allSatisfy { abs($0 - 0.5 * Self.middle) < 0.002 })
        }
        #expect(output[2].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [0, 1, 13, 63, 64, 65, 200])
    func notesBeginAtTheirFrame(_ frame: Int) {
        let player = Player([.looped()], .constant)
        let before = player.left(frame)
        player.noteOn()
        let after = player.left(300)
        #expect(before.allSatisfy { $0 == 0 })
        #expect(after[0] > 0.1)
        #expect(after[20] > 0.4)
    }

    @Test func notesOfTheReferenceBeginOnAGridAndRise() {
        let player = Player([.looped()], .constant, mode: .reference)
        _ = player.left(13)
        player.noteOn()
        let output = player.left(51 + 128)
        #expect(output.prefix(51 + 1).allSatisfy { $0 == 0 })
        // Amplitude and gain both rise over 64 frames, so the start is a parabola.
        let (quarter, half) = (output[51 + 16], output[51 + 32])
        #expect(abs(half / quarter - 4) < 0.3)
    }

    @Test func aSlotKeepsItsGainsInTheReference() {
        let player = Player([.looped()], .constant, mode: .reference)
        player.noteOn()
        _ = player.left(640)
        player.engine.allSoundOff(channel: 0)
        _ = player.left(64)
        player.noteOn()
        let output = player.left(64)
        // Only the amplitude rises now.
        #expect(abs(output[32] / output[16] - 2) < 0.1)
    }

    @Test func pitchIsExact() {
        let player = Player([.plain { $0.values[.fineTune] = 0.7 }], .ramp)
        player.noteOn(67)
        let output = player.left(4_000)
        // The slope of the output is the ratio; the filter only delays it.
        let ratio = (output[3_900] - output[100]) / 3_800 * 32_768 / Self.middle
        #expect(abs(Double(ratio) / 1.498913 - 1) < 1e-4)
    }

    @Test func pitchOfTheReferenceIsInWholeCents() {
        func slope(_ tuning: Double) -> Float {
            let player = Player(
                [.plain { $0.values[.fineTune] = tuning }],
                .ramp,
                mode: .reference
            )
            player.noteOn(67)
            let output = player.left(4_000)
            return output[3_900] - output[200]
        }
        #expect(slope(0.9) == slope(0))
        #expect(slope(1) > slope(0))
    }

    @Test func partsOfFramesAreRoundedInTheReference() {
        func equals(_ mode: VoiceMode) -> Int {
            // 1/4096 of a frame for each of the output, near the frame whose value is 0.
            let region = Region.plain {
                $0.values[.fineTune] = -14_400
                $0.values[.start] = 15_999
            }
            let player = Player([region], .ramp, mode: mode)
            player.noteOn()
            let output = player.left(1_000).suffix(500)
            return zip(output, output.dropFirst()).count { abs($0 - $1) < 1e-9 }
        }
        #expect(equals(.exact) == 0)
        #expect(equals(.reference) > 100)
    }

    @Test func loopsWrapWithoutASeam() {
        for key: UInt8 in [60, 61, 84, 100, 127] {
            let player = Player([.looped()], .sine)
            player.noteOn(key)
            let output = player.left(6_000)
            let peak = output[200...].map(abs).max() ?? 0
            let ends = output[5_000...].map(abs).max() ?? 0
            #expect(abs(peak - ends) < 0.02 * peak)
            let jumps = zip(output[200...], output[201...]).map { abs($0 - $1) }.max() ?? 0
            let early = zip(output[200..<600], output[201..<601]).map { abs($0 - $1) }.max() ?? 0
            #expect(jumps < early * 1.05)
        }
    }

    @Test func shortLoopsRepeatTheirFrames() {
        let frames = [Int16](repeating: 0, count: 8) + [8_000, 8_000, -8_000, -8_000]
        let sample = RegionSample(SampleFrames(frames), loop: 8..<12, rate: Player.rate)
        let player = Player([.looped()], sample)
        player.engine.interpolation = .nearest
        player.noteOn()
        let output = player.left(500)
        for frame in 200..<400 {
            #expect(abs(output[frame] + output[frame + 2]) < 1e-4)
            #expect(abs(output[frame]) > 0.05)
        }
    }

    @Test func aSampleEndsAndItsFilterRingsOut() {
        let frames = [Int16](repeating: 16_000, count: 100)
        let region = Region.plain { $0.values[.cutoff] = 6_000 }
        for mode in [VoiceMode.exact, .reference] {
            let player = Player(
                [region],
                RegionSample(SampleFrames(frames), rate: Player.rate),
                mode: mode
            )
            player.noteOn()
            let output = player.left(6_400)
            let jumps = zip(output[90...], output[91...]).map { abs($0 - $1) }.max() ?? 0
            switch mode {
            case .exact:
                #expect(jumps < 0.02)
                #expect(output[150] != 0)
            case .reference:
                #expect(output[100...].allSatisfy { $0 == 0 })
            }
            #expect(player.engine.voiceCount == 0)
        }
    }

    @Test func anAttackIsEvenInAmplitude() {
        let region = Region.looped { $0.values[.volumeAttack] = -1_200 }
        let player = Player([region], .constant)
        player.noteOn()
        let output = player.left(24_000)
        #expect(abs(output[12_000] / output[6_000] - 2) < 0.02)
        #expect(abs(output[23_900] / 0.5 - Self.middle) < 0.02)
    }

    @Test func aReleaseDuringTheAttackGoesOnFromItsLevel() {
        let region = Region.looped {
            $0.values[.volumeAttack] = 0
            $0.values[.volumeRelease] = 0
        }
        let player = Player([region], .constant)
        player.noteOn()
        let level = player.left(9_600)[9_599]
        player.noteOff()
        let output = player.left(1_000)
        #expect(output[0...200].allSatisfy { abs($0 / level - 1) < 0.06 })
        #expect(output[999] < level * 0.9)
    }

    @Test func aReleaseOfNothingFadesFor16Milliseconds() {
        let region = Region.looped { $0.values[.volumeRelease] = -32_768 }
        let player = Player([region], .constant)
        player.noteOn()
        _ = player.left(960)
        player.noteOff()
        let output = player.left(1_600)
        let jumps = zip(output, output.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(jumps < 0.02)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func notesHaveALeastLength() {
        let region = Region.looped { $0.values[.volumeRelease] = -32_768 }
        let player = Player([region], .constant)
        player.noteOn()
        player.noteOff()
        let output = player.left(1_000)
        #expect(output[400] > 0.3)
        #expect(output[999] < 0.3)
    }

    @Test func theDelayOfTheEnvelopeDoesNotDelayTheSample() {
        let region = Region.plain { $0.values[.volumeDelay] = -3_986.3 }
        for (mode, wanted) in [(VoiceMode.exact, 4_799), (.reference, 0)] {
            let player = Player([region], .ramp, mode: mode)
            player.noteOn()
            let output = player.left(9_600)
            let start = output.firstIndex { $0 != 0 } ?? 0
            #expect(abs(start - 4_799) < 130)
            let value = output[start + 200] * 32_768 / Self.middle + 16_000
            #expect(abs(value - Float(wanted) - 200) < 150)
        }
    }

    @Test func attenuationOfTheReferenceIsInWholeCentibels() {
        func level(_ attenuation: Double, _ mode: VoiceMode) -> Float {
            let region = Region.looped { $0.values[.attenuation] = attenuation }
            let player = Player([region], .constant, mode: mode)
            player.noteOn()
            return player.left(1_000)[999]
        }
        #expect(level(10.9, .reference) == level(10, .reference))
        #expect(level(10.9, .exact) < level(10, .exact))
        #expect(abs(level(200, .exact) / level(0, .exact) - 0.1) < 1e-4)
    }

    @Test func theFilterMovesWithinABlock() {
        let region = Region.looped {
            $0.values[.cutoff] = 5_000
            $0.values[.envelopeToCutoff] = 4_000
            $0.values[.envelopeAttack] = 2_400
        }
        let player = Player([region], .sine)
        player.noteOn()
        let output = player.left(20_000)
        let early = output[800..<1_000].map(abs).max() ?? 0
        let late = output[19_000..<19_200].map(abs).max() ?? 0
        #expect(late > early * 1.5)
    }

    @Test(
        "frames between frames are right, up to high frequencies",
        arguments: [
            (Interpolation.linear, 0.05, -48.0), (.cubic, 0.05, -60), (.sinc7, 0.05, -45),
            (.sinc32, 0.05, -90), (.sinc32, 0.2, -90), (.sinc32, 0.4, -80),
        ]
    )
    func interpolations(interpolation: Interpolation, frequency: Double, error: Double) {
        // Frequencies are those of the sample, in turns per frame.
        let sample = RegionSample(
            SampleFrames((0..<8_000).map { Float(0.5 * Sine.value(frequency * Double($0))) }),
            rate: Player.rate
        )
        let player = Player([.plain()], sample)
        player.engine.interpolation = interpolation
        // A fourth lower, so that no frequency comes above half of the rate.
        player.noteOn(55)
        let output = player.left(4_096)
        let turn = frequency * 0.7491535384383408
        // The sine and the cosine that fit best.
        var (ss, cc, sc, sy, cy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        let frames = 512..<4_096
        for frame in frames {
            let (s, c) = (
                Sine.value(turn * Double(frame)), Sine.value(turn * Double(frame) + 0.25)
            )
            (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
            (sy, cy) = (sy + s * Double(output[frame]), cy + c * Double(output[frame]))
        }
        let sine = (sy * cc - cy * sc) / (ss * cc - sc * sc)
        let cosine = (cy * ss - sy * sc) / (ss * cc - sc * sc)
        var (rest, energy) = (0.0, 0.0)
        for frame in frames {
            let fit =
                sine * Sine.value(turn * Double(frame))
                + cosine * Sine.value(turn * Double(frame) + 0.25)
            rest += (Double(output[frame]) - fit) * (Double(output[frame]) - fit)
            energy += fit * fit
        }
        let decibels = 10 * Sine.decimalLogarithm(rest / energy)
        #expect(decibels < error, "\(decibels)")
    }
}
