import Glibc
import Realtime

/// The coefficients of a resampler: a windowed sinc in phases, with straight lines between them.
///
/// A Kaiser window for 110 dB over 128 frames of input, or as many more as the output's rate is lower,
/// in 1,024 phases. Up to 20 kHz at 44.1 and 48 kHz the errors are below −100 dB. It never changes.
package struct SincTable: ~Copyable {
    private let table: SampleBuffer
    /// The frames of input that a frame of output is made of; a multiple of 8.
    package let taps: Int

    /// The number of phases from one frame to the next.
    private static var phases: Int { @_noLocks get { 1_024 } }
    /// The taps at equal rates.
    private static let leastTaps = 128
    /// The window's parameter, for 110 dB.
    private static let beta = 11.16
    /// The cutoff as a part of the lower rate.
    private static let cutoff = 0.485

    /// Works the coefficients out.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter step: The frames of input for one of output.
    package init(step: Double) {
        let reduction = min(1, 1 / step)
        taps = Int((Double(Self.leastTaps) / reduction / 8).rounded(.up)) * 8
        table = Self.table(taps: taps, cutoff: Self.cutoff * reduction)
    }

    /// The sound at a place between frames.
    ///
    /// - Parameters:
    ///   - samples: The frames, ``taps`` of them; the place is behind the one of index `taps / 2 - 1`.
    ///   - fraction: The part of a frame between that one and the place, below 1.
    /// - Returns: The sample.
    @_noLocks
    @unsafe
    package func sample(of samples: UnsafePointer<Float>, at fraction: Double) -> Float {
        let scaled = fraction * Double(Self.phases)
        let phase = min(Int(scaled), Self.phases - 1)
        let row = unsafe UnsafePointer(
            table.span(from: phase &* taps, to: (phase &+ 2) &* taps) + phase &* taps
        )
        return unsafe SampleLoops.sum(
            of: samples,
            row,
            mix: Float(scaled - Double(phase)),
            count: taps
        )
    }

    /// The coefficients of each phase from 0 to 1, both included.
    private static func table(taps: Int, cutoff: Double) -> SampleBuffer {
        var table = SampleBuffer(capacity: (phases + 1) * taps)
        let half = Double(taps) / 2
        let peak = bessel(beta)
        for phase in 0...phases {
            var row = [Double](repeating: 0, count: taps)
            for tap in 0..<taps {
                let time = Double(tap) - half + 1 - Double(phase) / Double(phases)
                let edge = time / half
                guard edge.magnitude < 1 else { continue }
                let window = bessel(beta * (1 - edge * edge).squareRoot()) / peak
                let angle = 2 * .pi * cutoff * time
                row[tap] = window * (time == 0 ? 2 * cutoff : sin(angle) / (.pi * time))
            }
            // Each phase leaves a constant as it is.
            let sum = row.reduce(0, +)
            for tap in 0..<taps { table[phase * taps + tap] = Float(row[tap] / sum) }
        }
        return table
    }

    /// The modified Bessel function of order 0.
    private static func bessel(_ value: Double) -> Double {
        var (sum, term, number) = (1.0, 1.0, 1.0)
        while term > sum * 1e-17 {
            term *= (value / 2 / number) * (value / 2 / number)
            sum += term
            number += 1
        }
        return sum
    }
}
