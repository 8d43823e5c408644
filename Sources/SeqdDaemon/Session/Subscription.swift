package import ControlProtocol
package import NIOCore

/// The events that one client is sent.
package struct Subscription {
    /// The default rate of `position` events in Hz.
    static let defaultPositionRate = 10.0

    package private(set) var types: Set<EventType> = []
    private var dialect = Dialect.words
    private var positionInterval = interval(defaultPositionRate)
    /// The time at which `position` is due next, during playback.
    package private(set) var positionDue: NIODeadline = .distantPast
    /// The number of the last event, including dropped ones.
    private(set) var sequence: Int64 = 0
    /// The number of events dropped so far.
    private(set) var allDropped = 0
    /// The number of events dropped since the last `lagged`.
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

    /// Whether `position` is due; it is then due again an interval later.
    mutating func takePositionDue(_ now: NIODeadline) -> Bool {
        guard types.contains(.position), positionDue <= now else { return false }
        // Missed intervals are not made up for.
        let next = positionDue + positionInterval
        positionDue = next > now ? next : now + positionInterval
        return true
    }

    /// The line of an event; `nil` if it is dropped because the client does not take it.
    mutating func line(_ event: inout EventLine, canTake: Bool) -> String? {
        guard canTake else {
            drop(1)
            return nil
        }
        let lag = takeLag() ?? ""
        sequence += 1
        return lag + event.text(sequence: sequence, dialect)
    }

    /// Counts dropped events.
    mutating func drop(_ count: Int) {
        sequence += Int64(count)
        dropped += count
        allDropped += count
    }

    /// The line with the number of dropped events; `nil` if none were.
    mutating func takeLag() -> String? {
        guard dropped > 0 else { return nil }
        defer { dropped = 0 }
        sequence += 1
        var line = EventLine(.lagged(count: dropped))
        return line.text(sequence: sequence, dialect)
    }

    private static func interval(_ rate: Double) -> TimeAmount {
        .nanoseconds(Int64(1e9 / min(max(rate, 0.01), 1_000)))
    }
}
