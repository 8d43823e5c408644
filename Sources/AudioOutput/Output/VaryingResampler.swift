import Glibc
package import Realtime

/// Resamples a sound of two channels by a ratio that may change with every frame.
///
/// A windowed sinc (Kaiser, 110 dB) of 128 frames, or as many more as the output's rate is lower,
/// in 1,024 phases with straight lines between them. Up to 20 kHz at 44.1 and 48 kHz the errors are
/// below −100 dB. Positions are whole frames and a fraction below 1, so nothing accumulates.
///
/// One thread at a time; only making it allocates.
package struct VaryingResampler: ~Copyable {
    private let table: SampleBuffer
    private let taps: Int
    /// The input that is still needed, and what has been added to it.
    private var line: StereoBuffer
    private let capacity: Int
    private var filled: Int
    /// The part of a frame between the line's first frame and the next output's first input.
    private var fraction = 0.0
    /// The input frames that have left the line.
    private var passed: Int64
    /// The input frames for an output frame where both clocks run as they should.
    package let nominalStep: Double

    private static let phases = 1_024
    /// The taps at equal rates.
    private static let leastTaps = 128
    /// The window's parameter, for 110 dB.
    private static let beta = 11.16
    /// The cutoff as a part of the lower rate.
    private static let cutoff = 0.485

    /// Makes a resampler whose input was silence so far.
    ///
    /// - Parameters:
    ///   - inputRate: The input's frames per second.
    ///   - outputRate: The output's frames per second.
    ///   - maximumOutput: The most frames of output at a time.
    package init(inputRate: Int, outputRate: Int, maximumOutput: Int) {
        nominalStep = Double(inputRate) / Double(outputRate)
        let reduction = min(1, 1 / nominalStep)
        taps = Int((Double(Self.leastTaps) / reduction / 8).rounded(.up)) * 8
        table = Self.table(taps: taps, cutoff: Self.cutoff * reduction)
        capacity = 2 * taps + Int(Double(maximumOutput) * nominalStep * 1.1)
        line = StereoBuffer(capacity: capacity)
        // The first output is at the position of the first input.
        filled = taps / 2 - 1
        passed = Int64(1 - taps / 2)
    }

    /// Forgets the input: silence replaces it.
    package mutating func reset() {
        line.clear(from: 0, to: taps / 2 - 1)
        passed += Int64(filled - (taps / 2 - 1))
        filled = taps / 2 - 1
        fraction = 0
    }

    /// The input position that the output has reached: whole frames, and the fraction.
    package var position: (frames: Int64, fraction: Double) {
        (passed + Int64(taps / 2 - 1), fraction)
    }

    /// Skips input that was not added.
    package mutating func skip(_ frames: Int) { passed += Int64(frames) }

    /// The input frames that are missing for some output.
    ///
    /// - Parameters:
    ///   - count: The frames of output.
    ///   - step: The input frames for each of them.
    /// - Returns: The number of input frames; 0 where there are enough.
    package func missing(for count: Int, step: Double) -> Int {
        let last = fraction + Double(count) * step
        return max(0, Int(last) + taps + 1 - filled)
    }

    /// Adds input.
    ///
    /// - Parameters:
    ///   - sound: The frames from the buffer's first on.
    ///   - count: How many, at most what ``missing(for:step:)`` says.
    package mutating func add(_ sound: borrowing StereoBuffer, count: Int) {
        precondition(filled + count <= capacity, "more input than is needed")
        line.copy(sound, from: 0, count: count, to: filled)
        filled += count
    }

    /// Makes output, for which there is enough input.
    ///
    /// - Parameters:
    ///   - sound: Gets the frames from its first on.
    ///   - count: How many.
    ///   - steps: The input frames for the first and behind the last frame of output; between them
    ///     the step moves in a straight line.
    package mutating func take(
        into sound: inout StereoBuffer,
        count: Int,
        steps: (first: Double, last: Double)
    ) {
        var index = 0
        let change = (steps.last - steps.first) / Double(max(count, 1))
        var step = steps.first
        for frame in 0..<count {
            let scaled = fraction * Double(Self.phases)
            let phase = min(Int(scaled), Self.phases - 1)
            let mix = Float(scaled - Double(phase))
            let row = unsafe UnsafePointer(table.samples + phase * taps)
            let left = unsafe line.left.span(from: index, to: index + taps) + index
            let right = unsafe line.right.span(from: index, to: index + taps) + index
            sound.left[frame] = unsafe SampleLoops.sum(of: left, row, mix: mix, count: taps)
            sound.right[frame] = unsafe SampleLoops.sum(of: right, row, mix: mix, count: taps)
            fraction += step
            step += change
            let whole = Int(fraction)
            index += whole
            fraction -= Double(whole)
        }
        line.moveToFront(from: index, count: filled - index)
        filled -= index
        passed += Int64(index)
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
