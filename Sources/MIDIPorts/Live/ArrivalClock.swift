/// Turns the time at which a live event arrived into the frame at which it is due.
///
/// The audio thread is not woken at equal distances: some wake-ups are late, and some devices take
/// two or more periods at a time. A clock that took each wake-up at its word would put that on the
/// notes. So this clock advances by the period's length. It takes a wake-up that is earlier than
/// expected at its word, since nothing that arrives after it can be in that period; from a later
/// one it takes only a part. All that arrived before the start that it gives is available by then.
package struct ArrivalClock: BitwiseCopyable {
    private let rate: Int64
    /// The smoothed time at which the current period began to be rendered, nanoseconds.
    private var start: Int64 = 0
    /// The same of the period before it.
    private var previous: Int64 = 0
    private var length: Int64 = 0
    private var isRunning = false

    package init(rate: Int) {
        self.rate = Int64(rate)
    }

    /// Begins a period.
    ///
    /// - Parameters:
    ///   - now: The time, in nanoseconds of the monotonic clock.
    ///   - frames: Its length.
    @_noLocks
    package mutating func begin(at now: Int64, frames: Int) {
        let period = Int64(frames) &* 1_000_000_000 / rate
        let expected = start &+ length
        let error = now &- expected
        // Later than any scheduler or device is by itself: there was a pause.
        let isContinued = isRunning && error < max(2 &* period, 20_000_000)
        // After a pause there was no period before: what is waiting is due at once.
        previous = isContinued ? start : now
        // A 32nd: a wake-up that is late by a millisecond moves it by 30 µs, and a device whose clock
        // differs by 0.1 % is followed.
        start = isContinued && error > 0 ? expected &+ error / 32 : now
        length = period
        isRunning = true
    }

    /// Begins anew at the next period, after a pause.
    @_noLocks
    package mutating func stop() {
        isRunning = false
    }

    /// The offset from the period's first frame at which an event is due that arrived during the
    /// period before; negative for one that is late, beyond the period for one of the next.
    @_noLocks
    package func offset(of stamp: Int64) -> Int {
        let since = stamp &- previous
        // Far from now nothing is exact, and nothing overflows.
        let bounded = min(max(since, -1_000_000_000), 1_000_000_000)
        return Int(bounded &* rate / 1_000_000_000)
    }
}
