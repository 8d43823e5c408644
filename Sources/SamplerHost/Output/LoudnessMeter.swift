import CEbur128

/// Measures the loudness and the peaks of all frames that it gets, as EBU R 128 says.
///
/// One thread at a time; it allocates as it goes, so not within a period of the audio thread.
@safe
public final class LoudnessMeter {
    /// A measurement.
    public struct Reading: Hashable, Sendable {
        /// The integrated loudness in LUFS (ITU-R BS.1770, gated); `nil` where all of it is below
        /// the gate of −70 LUFS, or shorter than a block of 0.4 s.
        public var loudness: Double?
        /// The highest sample; 1 is full scale.
        public var peak: Double
        /// The highest true peak, from samples interpolated to four times the rate.
        public var truePeak: Double

        /// Makes a measurement.
        public init(loudness: Double?, peak: Double, truePeak: Double) {
            (self.loudness, self.peak, self.truePeak) = (loudness, peak, truePeak)
        }
    }

    private var state: UnsafeMutablePointer<ebur128_state>?
    private var frames: [Float] = []

    /// Makes a meter for two channels.
    ///
    /// - Parameter rate: Frames per second.
    /// - Throws: `internal` where there is no memory.
    public init(rate: Int) throws(HostError) {
        // The enumeration's constants have the type of an int, its flags go into one.
        let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
        unsafe state = ebur128_init(2, UInt(rate), Int32(bitPattern: mode))
        guard unsafe state != nil else {
            throw HostError(.internal, "loudness", "out of memory")
        }
    }

    deinit {
        unsafe ebur128_destroy(&state)
    }

    /// Adds frames.
    func add(_ sound: borrowing StereoBuffer, frames count: Int) {
        if frames.count < 2 * count { frames = Array(repeating: 0, count: 2 * count) }
        let left = unsafe sound.left.span(from: 0, to: count)
        let right = unsafe sound.right.span(from: 0, to: count)
        for index in 0..<count {
            // What is not a number is written as silence too.
            unsafe frames[2 * index] = left[index].isNaN ? 0 : left[index]
            unsafe frames[2 * index + 1] = right[index].isNaN ? 0 : right[index]
        }
        _ = unsafe ebur128_add_frames_float(state, frames, count)
    }

    /// The measurement of all frames so far.
    public var reading: Reading {
        var loudness = 0.0
        let hasLoudness = unsafe ebur128_loudness_global(state, &loudness) == 0 && loudness.isFinite
        var (peak, truePeak) = (0.0, 0.0)
        for channel in 0..<UInt32(2) {
            var value = 0.0
            if unsafe ebur128_sample_peak(state, channel, &value) == 0 { peak = max(peak, value) }
            if unsafe ebur128_true_peak(state, channel, &value) == 0 {
                truePeak = max(truePeak, value)
            }
        }
        return Reading(loudness: hasLoudness ? loudness : nil, peak: peak, truePeak: truePeak)
    }
}
