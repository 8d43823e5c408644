import CEbur128
import Effects
public import Platform
package import Realtime

/// Measures the loudness and the peaks of all frames that it gets, as EBU R 128 defines them.
///
/// True peaks are found by the limiter's detector: libebur128's takes four times as long as the
/// loudness (250 and 66 ms for a minute at 48 kHz).
///
/// One thread at a time; it allocates as it goes, so not within a period of the audio thread.
@safe
public final class LoudnessMeter {
    /// The version of libebur128 that is loaded.
    package static var libraryVersion: String {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        unsafe ebur128_get_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// A measurement.
    public struct Reading: Hashable, Sendable {
        /// The integrated loudness in LUFS (ITU-R BS.1770, gated); `nil` where all of it is below
        /// the gate of −70 LUFS, or shorter than a block of 0.4 s.
        public var loudness: Double?
        /// The highest sample; 1 is full scale.
        public var peak: Double
        /// The highest true peak: of the sound between the samples, too.
        public var truePeak: Double

        /// Makes a measurement.
        public init(loudness: Double?, peak: Double, truePeak: Double) {
            (self.loudness, self.peak, self.truePeak) = (loudness, peak, truePeak)
        }
    }

    /// The uses of a meter.
    package enum Use: Hashable, Sendable {
        /// The measurement of a whole sound.
        case total
        /// ``momentary`` and ``shortTerm`` too.
        case history
        /// As ``history``, for a sound without an end: memory does not grow, and ``integrated`` is
        /// exact to 0.05 LU.
        case endless

        fileprivate var mode: UInt32 {
            switch self {
            case .total: EBUR128_MODE_I.rawValue
            case .history: EBUR128_MODE_I.rawValue | EBUR128_MODE_S.rawValue
            case .endless:
                EBUR128_MODE_I.rawValue | EBUR128_MODE_S.rawValue | EBUR128_MODE_HISTOGRAM.rawValue
            }
        }
    }

    private var state: UnsafeMutablePointer<ebur128_state>?
    private var detector = TruePeakDetector()
    /// The last frames that arrived, which the detector looks back at, and the new ones.
    private var line = StereoBuffer(capacity: 0)
    private var lineCapacity = 0
    private var interleaved: [Float] = []
    private var peak: Float = 0
    private var truePeak: Float = 0

    /// Frames that the detector needs on each side of a block.
    private static let reach = TruePeakDetector.reach

    /// Makes a meter for two channels.
    ///
    /// - Parameter rate: Frames per second.
    /// - Throws: `internal` where there is no memory.
    public convenience init(rate: Int) throws(HostError) {
        try self.init(rate: rate, .total)
    }

    /// Makes a meter for two channels.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - use: The values that it is asked for.
    /// - Throws: `internal` where there is no memory.
    package init(rate: Int, _ use: Use) throws(HostError) {
        unsafe state = ebur128_init(2, UInt(rate), Int32(use.mode))
        guard unsafe state != nil else {
            throw HostError(.internal, "loudness", "out of memory")
        }
    }

    deinit {
        unsafe ebur128_destroy(&state)
    }

    /// Adds frames.
    package func add(_ sound: borrowing StereoBuffer, frames count: Int) {
        makeRoom(for: count)
        line.copy(sound, from: 0, count: count, to: 2 * Self.reach)
        measure(count)
    }

    /// Adds frames.
    ///
    /// - Parameter samples: The interleaved samples of whole frames of two channels.
    package func add(_ samples: Span<Float>) {
        let count = samples.count / 2
        makeRoom(for: count)
        for index in 0..<count {
            line.left[2 * Self.reach + index] = samples[2 * index]
            line.right[2 * Self.reach + index] = samples[2 * index + 1]
        }
        measure(count)
    }

    /// Measures the frames that are in the line.
    private func measure(_ count: Int) {
        findPeaks(in: count)
        for index in 0..<count {
            interleaved[2 * index] = line.left[2 * Self.reach + index]
            interleaved[2 * index + 1] = line.right[2 * Self.reach + index]
        }
        _ = unsafe ebur128_add_frames_float(state, interleaved, count)
        line.moveToFront(from: count, count: 2 * Self.reach)
    }

    private func makeRoom(for count: Int) {
        guard lineCapacity < count else { return }
        var longer = StereoBuffer(capacity: 2 * Self.reach + count)
        if lineCapacity > 0 { longer.copy(line, from: 0, count: 2 * Self.reach, to: 0) }
        line = longer
        lineCapacity = count
        interleaved = Array(repeating: 0, count: 2 * count)
    }

    /// Finds the peaks of the frames that have all the frames around them that they need.
    private func findPeaks(in count: Int) {
        let new = 2 * Self.reach
        line.silenceWhatIsNotFinite(from: new, to: new + count)
        peak = max(
            peak,
            line.left.peak(from: new, to: new + count),
            line.right.peak(from: new, to: new + count)
        )
        truePeak = max(truePeak, peak)
        var done = 0
        while done < count {
            let block = min(count - done, TruePeakDetector.blockFrames)
            // Only what is higher than all before is worked out.
            if detector.find(in: line, from: Self.reach + done, count: block, above: truePeak) {
                truePeak = max(truePeak, detector.peaks.peak(from: 0, to: block))
            }
            done += block
        }
    }

    // MARK: While frames come

    /// The loudness of the last 0.4 s in LUFS, but for ``Use/total``; `nil` below −70.
    package var momentary: Double? {
        var loudness = 0.0
        return unsafe Self.audible(ebur128_loudness_momentary(state, &loudness), loudness)
    }

    /// The loudness of the last 3 s in LUFS, but for ``Use/total``; `nil` below −70.
    package var shortTerm: Double? {
        var loudness = 0.0
        return unsafe Self.audible(ebur128_loudness_shortterm(state, &loudness), loudness)
    }

    /// The integrated loudness so far in LUFS, as in ``Reading/loudness``.
    package var integrated: Double? {
        var loudness = 0.0
        return unsafe Self.audible(ebur128_loudness_global(state, &loudness), loudness)
    }

    /// The highest true peak so far, but for the last few frames; 1 is full scale.
    package var highestTruePeak: Double { Double(truePeak) }

    private static func audible(_ code: Int32, _ loudness: Double) -> Double? {
        code == 0 && loudness >= -70 ? loudness : nil
    }

    // MARK: At the end

    /// The measurement; nothing may be added after it.
    ///
    /// - Returns: The loudness and peaks of all frames.
    public func finish() -> Reading { Self.finish([self]) }

    /// The measurement of several sounds as if they were one; nothing may be added after it.
    static func finish(_ meters: [LoudnessMeter]) -> Reading {
        var reading = Reading(loudness: nil, peak: 0, truePeak: 0)
        for meter in meters {
            meter.makeRoom(for: reach)
            meter.line.clear(from: 2 * reach, to: 3 * reach)
            meter.findPeaks(in: reach)
            reading.peak = max(reading.peak, Double(meter.peak))
            reading.truePeak = max(reading.truePeak, Double(meter.truePeak))
        }
        var states = unsafe meters.map(\.state)
        var loudness = 0.0
        let code = unsafe ebur128_loudness_global_multiple(&states, states.count, &loudness)
        if code == 0, loudness.isFinite { reading.loudness = loudness }
        return reading
    }
}
