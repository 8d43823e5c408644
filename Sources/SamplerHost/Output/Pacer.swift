import CLinux

/// Keeps real time where a device does not: sleeps so that no more than a buffer's length of
/// frames is ever ahead of the clock.
struct Pacer {
    private let rate: Int
    private let ahead: Int
    private var origin: Int64?
    private var frames: Int64 = 0

    /// - Parameters:
    ///   - rate: Frames a second.
    ///   - ahead: How many frames may be ahead of the clock.
    init(rate: Int, ahead: Int) {
        self.rate = rate
        self.ahead = ahead
    }

    /// Counts frames that were written, and sleeps if they are too far ahead.
    mutating func wrote(_ count: Int) {
        frames += Int64(count)
        let now = seqd_monotonic_nanoseconds()
        guard let origin else {
            self.origin = now
            return
        }
        let due = origin + Self.nanoseconds(of: frames - Int64(ahead), rate: rate)
        if due > now { seqd_sleep_until(due) }
    }

    /// Takes over from a count that began earlier.
    mutating func begin(at origin: Int64, written frames: Int64) {
        self.origin = origin
        self.frames = frames
    }

    /// Sleeps until all the frames have had their time.
    mutating func drain() {
        guard let origin else { return }
        seqd_sleep_until(origin + Self.nanoseconds(of: frames, rate: rate))
    }

    /// Begins anew after a pause.
    mutating func restart() {
        origin = nil
        frames = 0
    }

    static func nanoseconds(of frames: Int64, rate: Int) -> Int64 {
        // Seconds and rest apart, so that nothing overflows in a year.
        let seconds = frames / Int64(rate)
        return seconds * 1_000_000_000 + frames % Int64(rate) * 1_000_000_000 / Int64(rate)
    }
}
