/// Turns the time at which a live event arrived into the frame at which it is due.
///
/// The audio thread is not woken at exactly equal distances; a clock that took each wake-up at its
/// word would put that jitter on the notes. So it goes on by the period's length and is only drawn
/// towards what it sees.
struct ArrivalClock: BitwiseCopyable {
    private let rate: Int64
    /// The smoothed time at which the current period began to be rendered, nanoseconds.
    private var start: Int64 = 0
    /// The same of the period before it.
    private var previous: Int64 = 0
    private var length: Int64 = 0
    private var isRunning = false

    init(rate: Int) {
        self.rate = Int64(rate)
    }

    /// Begins a period.
    ///
    /// - Parameters:
    ///   - now: The time, in nanoseconds of the monotonic clock.
    ///   - frames: Its length.
    @_noLocks
    mutating func begin(at now: Int64, frames: Int) {
        let period = Int64(frames) &* 1_000_000_000 / rate
        let expected = start &+ length
        let error = now &- expected
        // A sixteenth: wake-ups that are late by a millisecond move it by 60 µs, and a device whose
        // clock differs by 0.1 % is followed without losing touch.
        let isFar = error > 2 &* period || error < -2 &* period
        let isContinued = isRunning && !isFar
        // After a pause there was no period before: what is waiting is due at once.
        previous = isContinued ? start : now
        start = isContinued ? expected &+ error / 16 : now
        length = period
        isRunning = true
    }

    /// Begins anew at the next period, after a pause.
    @_noLocks
    mutating func stop() {
        isRunning = false
    }

    /// The offset from the period's first frame at which an event is due that arrived during the
    /// period before; negative for one that is late, beyond the period for one of the next.
    @_noLocks
    func offset(of stamp: Int64) -> Int {
        let since = stamp &- previous
        // Far from now nothing is exact, and nothing overflows.
        let bounded = min(max(since, -1_000_000_000), 1_000_000_000)
        return Int(bounded &* rate / 1_000_000_000)
    }
}
