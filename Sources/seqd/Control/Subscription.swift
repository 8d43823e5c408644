import NIOCore

/// The events that one client is told of.
struct Subscription {
    /// How often `position` comes where the subscriber does not say, in Hz.
    static let usualPositionRate = 10.0

    private(set) var types: Set<EventType> = []
    private(set) var dialect = Dialect.words
    private var positionInterval = interval(usualPositionRate)
    /// When `position` is due next, while something plays.
    private(set) var positionDue: NIODeadline = .distantPast
    /// The number of the last event, dropped ones counted.
    private var sequence: Int64 = 0
    /// Events dropped since the client was last told.
    private var dropped = 0

    mutating func add(_ types: Set<EventType>, rate: Double?, _ dialect: Dialect) {
        self.types.formUnion(types)
        self.dialect = dialect
        if let rate { positionInterval = Self.interval(rate) }
        positionDue = .distantPast
    }

    mutating func remove(_ types: Set<EventType>) {
        self.types.subtract(types)
    }

    /// Whether `position` is to be sent now; then it is due again an interval later.
    mutating func takePositionDue(_ now: NIODeadline) -> Bool {
        guard types.contains(.position), positionDue <= now else { return false }
        // Two intervals late is a new beginning: nothing is caught up with.
        let next = positionDue + positionInterval
        positionDue = next > now ? next : now + positionInterval
        return true
    }

    /// The line of an event; `nil` where the client cannot take it, and it is dropped.
    mutating func line(_ event: inout EventLine, canTake: Bool) -> String? {
        guard canTake else {
            sequence += 1
            dropped += 1
            return nil
        }
        let lag = takeLag() ?? ""
        sequence += 1
        return lag + event.text(sequence: sequence, dialect)
    }

    /// The line about what was dropped, if anything was.
    mutating func takeLag() -> String? {
        guard dropped > 0 else { return nil }
        defer { dropped = 0 }
        sequence += 1
        return EventLine.lagged(dropped, sequence: sequence, dialect)
    }

    private static func interval(_ rate: Double) -> TimeAmount {
        .nanoseconds(Int64(1e9 / min(max(rate, 0.01), 1_000)))
    }
}
