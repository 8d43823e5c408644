import Platform

/// The times at which frames leave an output, from the last frame that was written to it.
public struct OutputClock: BitwiseCopyable, Sendable {
    private enum State: BitwiseCopyable {
        /// Nothing was written since the start, or since a pause.
        case pending
        /// The output keeps no time, or its device is lost.
        case none
        /// A frame leaves the output at a time in nanoseconds.
        case running(frame: Int64, time: Int64)
    }

    private let state: State
    private let rate: Int

    /// Makes the clock of an output to which nothing was written yet.
    init() {
        state = .pending
        rate = 1
    }

    /// Makes the clock of an output.
    ///
    /// - Parameters:
    ///   - endTime: The time at which a frame leaves the output, in nanoseconds of the monotonic
    ///     clock; `nil` if it keeps no time.
    ///   - frame: The engine frame.
    ///   - rate: Frames per second.
    init(endTime: Int64?, frame: Int64, rate: Int) {
        state = endTime.map { .running(frame: frame, time: $0) } ?? .none
        self.rate = rate
    }

    /// Whether nothing was written to the output since the start or a pause, so that the time of no
    /// frame is known yet.
    public var isPending: Bool {
        if case .pending = state { true } else { false }
    }

    /// The time at which an engine frame leaves the output.
    ///
    /// - Parameter frame: The frame, at most some minutes before or after the last one written.
    /// - Returns: Nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`); `nil` if it is not known.
    public func time(ofFrame frame: Int64) -> Int64? {
        guard case .running(let last, let time) = state else { return nil }
        // Further away nothing is known, and nothing overflows.
        let limit = Int64(rate) * 3_600
        let distance = min(max(frame - last, -limit), limit)
        return time + FrameTime.nanoseconds(of: distance, rate: rate)
    }

    /// The engine frame that leaves the output at a time.
    ///
    /// - Parameter time: Nanoseconds of the monotonic clock (`CLOCK_MONOTONIC`), at most some minutes
    ///   before or after now.
    /// - Returns: The last frame that has begun to leave by then; `nil` if it is not known.
    public func frame(atTime time: Int64) -> Int64? {
        guard case .running(let last, let lastTime) = state else { return nil }
        let limit: Int64 = 3_600_000_000_000
        let (difference, overflows) = time.subtractingReportingOverflow(lastTime)
        let distance = overflows ? (time < 0 ? -limit : limit) : min(max(difference, -limit), limit)
        // The times of frames have lost their fractions of a nanosecond.
        let frames = ((distance + 1) * Int64(rate)).quotientAndRemainder(dividingBy: 1_000_000_000)
        return last + frames.quotient - (frames.remainder < 0 ? 1 : 0)
    }
}
