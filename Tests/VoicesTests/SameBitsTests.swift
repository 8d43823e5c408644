import Testing

@testable import Voices

/// The same notes give the same bits, whatever the loops and however the calls are divided.
@Suite struct SameBitsTests {
    private static let regions: [Region] = [
        .looped { region in
            region.modulators = RegionModulator.defaults
            region.values[.envelopeToCutoff] = -3_000
            region.values[.envelopeDecay] = -2_000
            region.values[.envelopeSustain] = 1_000
            region.values[.cutoff] = 9_000
            region.values[.reverbSend] = 100
        },
        .looped { region in
            region.modulators = RegionModulator.defaults
            region.values[.vibratoToPitch] = 30
            region.values[.pan] = -200
        },
    ]

    /// Plays some notes, with calls for so many frames at most.
    private func play(_ kernels: KernelSet, _ mode: VoiceMode, most: Int) -> [UInt32] {
        let player = Player(Self.regions, .sine, mode: mode, kernels: kernels)
        var numbers = RandomNumbers(state: 5)
        var output: [UInt32] = []
        for round in 0..<60 {
            let key = UInt8.random(in: 30...90, using: &numbers)
            if round % 3 == 2 {
                player.noteOff(key)
            } else {
                player.noteOn(key, velocity: 90)
            }
            player.engine.control(7, UInt8(40 + round), channel: 0)
            var left = Int.random(in: 1...300, using: &numbers)
            while left > 0 {
                let count = min(left, most)
                output += player.left(count).map(\.bitPattern)
                left -= count
            }
        }
        return output
    }

    @Test(arguments: [VoiceMode.exact, .reference])
    func loopsGiveTheSameBits(_ mode: VoiceMode) {
        let wanted = play(.scalar, mode, most: 10_000)
        for kernels in KernelSet.allCases where kernels.isAvailable {
            #expect(play(kernels, mode, most: 10_000) == wanted)
        }
    }

    @Test(arguments: [VoiceMode.exact, .reference])
    func callsOfAnyLengthGiveTheSameBits(_ mode: VoiceMode) {
        let wanted = play(.fastest, mode, most: 10_000)
        for most in [1, 7, 64, 100] {
            #expect(play(.fastest, mode, most: most) == wanted)
        }
    }
}
