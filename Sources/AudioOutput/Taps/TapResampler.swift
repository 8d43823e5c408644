import Realtime

/// Brings the frames of a tap to the rate of its destination.
///
/// The first frame of output is at the first frame of input, and positions are whole frames and a
/// fraction, so that nothing drifts.
struct TapResampler: ~Copyable {
    private var resampler: VaryingResampler
    private let inputRate: Int
    private let outputRate: Int
    private var received: Int64 = 0
    private var given: Int64 = 0

    /// The frames of output at a time.
    static let block = 256

    init(inputRate: Int, outputRate: Int) {
        (self.inputRate, self.outputRate) = (inputRate, outputRate)
        resampler = VaryingResampler(
            inputRate: inputRate,
            outputRate: outputRate,
            maximumOutput: Self.block
        )
    }

    /// The frames of input that are missing for the next block.
    var missing: Int { resampler.missing(for: Self.block, step: resampler.nominalStep) }

    /// The position in the input of the next frame of output.
    var position: (frames: Int64, fraction: Double) { resampler.position }

    /// Adds input, at most ``missing``.
    mutating func add(_ sound: borrowing StereoBuffer, count: Int) {
        resampler.add(sound, count: count)
        received += Int64(count)
    }

    /// Makes a block, for which there is enough input.
    mutating func take(into sound: inout StereoBuffer, count: Int = block) {
        let step = resampler.nominalStep
        resampler.take(into: &sound, count: count, steps: (step, step))
        given += Int64(count)
    }

    /// The frames of output that the input makes and that have not been taken.
    private var rest: Int64 {
        let all = Int128(received) * Int128(outputRate) + Int128(inputRate) - 1
        return Int64(all / Int128(inputRate)) - given
    }

    /// Makes a part of the rest, when there is no more input.
    ///
    /// - Parameters:
    ///   - sound: Gets the frames.
    ///   - silence: As many frames of silence as ``missing`` says at most.
    /// - Returns: The number of frames; 0 after the last.
    mutating func finish(into sound: inout StereoBuffer, _ silence: borrowing StereoBuffer) -> Int {
        let count = Int(min(rest, Int64(Self.block)))
        guard count > 0 else { return 0 }
        resampler.add(silence, count: resampler.missing(for: count, step: resampler.nominalStep))
        take(into: &sound, count: count)
        return count
    }
}
