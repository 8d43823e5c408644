import Foundation
import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// Low-frequency oscillators whose wave is a list of steps.
@Suite struct StepSequenceTests {
    /// The decibels that an oscillator of 10 Hz adds in the middle of each of its steps, rounded to
    /// tenths.
    private func decibels(_ count: Int, _ change: (inout Articulation) -> Void) -> [Double] {
        func level(_ change: (inout Articulation) -> Void) -> [Float] {
            let player = Player([.articulated(change)], .constant)
            player.noteOn()
            return player.left(4_800 * count)
        }
        let plain = level { _ in }
        let moved = level {
            $0.values[P.oscillator(0) + P.rate] = 10
            $0.connections = [Connection(.oscillator(0), to: P.volume, amount: 10)]
            change(&$0)
        }
        let steps = 4 * count
        return (0..<steps).map { step in
            let frame = 600 + 1_200 * step
            let factor = Double(moved[frame] / plain[frame])
            return (200 * log10(factor)).rounded() / 10
        }
    }

    private func steps(_ steps: [Float], _ change: (inout OscillatorShape) -> Void = { _ in })
        -> OscillatorShape
    {
        var shape = OscillatorShape()
        shape.steps = steps
        change(&shape)
        return shape
    }

    @Test func stepsDivideThePeriodEvenly() {
        let values = decibels(2) { $0.oscillators = [steps([1, -0.5, 0.2, 0])] }
        #expect(values == [10, -5, 2, 0, 10, -5, 2, 0])
    }

    @Test func stepsHaveThePhaseTheScaleAndTheOffsetOfTheFirstWave() {
        let values = decibels(1) {
            $0.oscillators = [
                steps([1, -1, 0.5, 0]) {
                    $0.parts[0].scale = 0.5
                    $0.parts[0].offset = -0.1
                }
            ]
            $0.values[P.oscillator(0) + P.phase] = 0.25
        }
        #expect(values == [-6, 1.5, -1, 4])
    }

    @Test func otherWavesAreAdded() {
        let values = decibels(1) {
            $0.oscillators = [
                steps([0.4, 0.3, 0.2, 0.1]) { $0.parts.append(.init(.square, scale: 0.5)) }
            ]
        }
        #expect(values == [9, 8, 2, 1])
    }

    @Test(arguments: [-1e9, -1, 1e9] as [Float])
    func anyRatioHasAStep(_ ratio: Float) {
        let player = Player(
            [
                .articulated {
                    $0.oscillators = [steps([0.5, 1]) { $0.parts[0].ratio = ratio }]
                    $0.values[P.oscillator(0) + P.rate] = 1e9
                    $0.connections = [Connection(.oscillator(0), to: P.volume, amount: -10)]
                }
            ],
            .constant
        )
        player.noteOn()
        let output = player.left(9_600)
        let isWithin = output.allSatisfy { $0 > 0.1 && $0 < 0.3 }
        #expect(isWithin)
    }
}
