/// A limit on how often something may happen: a number at once, and then so many per second.
package struct RateLimit: Hashable, Sendable {
    /// The number at once.
    let burst: Double
    /// The number per second.
    let perSecond: Double
    private var left: Double
    private var last: Int64?

    /// Makes a limit.
    package init(burst: Double, perSecond: Double) {
        (self.burst, self.perSecond) = (burst, perSecond)
        left = burst
    }

    /// Counts one, or several at once.
    ///
    /// - Parameters:
    ///   - count: The number.
    ///   - now: The time of a monotonic clock, in nanoseconds.
    /// - Returns: The time to wait before they are within the limit, in nanoseconds; 0 for none.
    package mutating func take(_ count: Int = 1, at now: Int64) -> Int64 {
        refill(at: now)
        left -= Double(count)
        return left >= 0 ? 0 : Int64(min(-left / perSecond, 3_600) * 1e9)
    }

    /// The requests of a browser through its WebSocket, and likewise its frames.
    package static let requests = RateLimit(burst: 600, perSecond: 300)

    /// Counts one, unless the limit is reached.
    ///
    /// - Returns: Whether it is within the limit.
    package mutating func allows(at now: Int64) -> Bool {
        refill(at: now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Whether nothing has been counted for so long that it is as new.
    mutating func isFull(at now: Int64) -> Bool {
        refill(at: now)
        return left >= burst
    }

    private mutating func refill(at now: Int64) {
        // Clocks of tests and suspended machines may jump: at most an hour counts.
        let passed = min(max(now - (last ?? now), 0), 3_600_000_000_000)
        last = now
        left = min(burst, left + Double(passed) / 1e9 * perSecond)
    }
}
