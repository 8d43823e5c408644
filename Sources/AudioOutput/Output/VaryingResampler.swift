import Effects
package import Realtime

/// Resamples a sound of two channels by a ratio that may change with every frame.
///
/// Its quality is that of ``SincTable``. Positions are whole frames and a fraction below 1, so nothing
/// accumulates.
///
/// One thread at a time; only making it allocates.
package struct VaryingResampler: ~Copyable {
    private let table: SincTable
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

    private var taps: Int { table.taps }

    /// Makes a resampler whose input was silence so far.
    ///
    /// - Parameters:
    ///   - inputRate: The input's frames per second.
    ///   - outputRate: The output's frames per second.
    ///   - maximumOutput: The most frames of output at a time.
    package init(inputRate: Int, outputRate: Int, maximumOutput: Int) {
        nominalStep = Double(inputRate) / Double(outputRate)
        table = SincTable(step: nominalStep)
        let taps = table.taps
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
            let left = unsafe line.left.span(from: index, to: index + taps) + index
            let right = unsafe line.right.span(from: index, to: index + taps) + index
            sound.left[frame] = unsafe table.sample(of: left, at: fraction)
            sound.right[frame] = unsafe table.sample(of: right, at: fraction)
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
}
