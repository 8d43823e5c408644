import Foundation
import TestSupport

@testable import Scope

/// Stereo sounds for tests, interleaved.
enum ScopeSignal {
    /// Sines of one frequency on both sides.
    ///
    /// - Parameters:
    ///   - hertz: The frequency.
    ///   - amplitudes: Those of the left and the right channel.
    ///   - phases: The phases in degrees.
    ///   - seconds: The length.
    ///   - rate: Frames per second.
    ///   - start: The first frame.
    /// - Returns: The samples.
    static func sine(
        _ hertz: Double,
        _ amplitudes: (left: Double, right: Double) = (1, 1),
        phases: (left: Double, right: Double) = (0, 0),
        seconds: Double = 1,
        rate: Int = 48_000,
        start: Int = 0
    ) -> [Float] {
        (start..<start + Int(seconds * Double(rate))).flatMap { frame in
            let turn = 2 * Double.pi * hertz * Double(frame) / Double(rate)
            return [
                Float(amplitudes.left * sin(turn + phases.left * .pi / 180)),
                Float(amplitudes.right * sin(turn + phases.right * .pi / 180)),
            ]
        }
    }

    /// White noise that is different on both sides, −1 … 1.
    static func noise(seconds: Double = 4, rate: Int = 48_000, seed: UInt64 = 7) -> [Float] {
        var random = SeededGenerator(seed: seed)
        return (0..<2 * Int(seconds * Double(rate))).map { _ in
            Float.random(in: -1...1, using: &random)
        }
    }

    /// A level as an amplitude.
    static func amplitude(_ level: Double) -> Double { pow(10, level / 20) }
}

extension ScopeView {
    /// Adds interleaved samples.
    mutating func add(_ samples: [Float]) {
        add(samples.span)
    }
}
