/// The times at which an event is due that is sent at a rate.
struct EventRate {
    private var interval: Duration
    /// The time at which it is due next.
    private(set) var due: LoopTime = .distantPast

    /// The default rate in Hz.
    static let standard = 10.0

    /// Makes the times for a rate in Hz.
    init(_ rate: Double = standard) {
        interval = Self.interval(rate)
    }

    /// Begins anew, at once, and at another rate if one is given.
    mutating func restart(_ rate: Double?) {
        if let rate { interval = Self.interval(rate) }
        due = .distantPast
    }

    /// Whether the event is due; it is then due again an interval later.
    mutating func take(_ now: LoopTime) -> Bool {
        guard due <= now else { return false }
        // Missed intervals are not made up for.
        let next = due + interval
        due = next > now ? next : now + interval
        return true
    }

    private static func interval(_ rate: Double) -> Duration {
        .nanoseconds(Int64(1e9 / min(max(rate, 0.01), 1_000)))
    }
}
