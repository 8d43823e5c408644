package import ControlProtocol

/// The events that one client is sent.
package struct Subscription {
    package private(set) var types: Set<EventType> = []
    private var dialect = Dialect.words
    private var positionRate = EventRate()
    private var levelsRate = EventRate()
    /// The levels since the last `levels` event; `nil` before the first.
    private var levels: LevelHistory?
    /// The number of the last event, including dropped ones.
    private(set) var sequence: Int64 = 0
    /// The number of events dropped so far.
    private(set) var allDropped = 0
    /// The number of events dropped since the last `lagged`.
    private var dropped = 0

    /// The time at which `position` is due next, during playback.
    package var positionDue: LoopTime { positionRate.due }
    /// The time at which `levels` is due next.
    package var levelsDue: LoopTime { levelsRate.due }

    mutating func add(
        _ types: Set<EventType>,
        positionRate: Double?,
        levelsRate: Double?,
        _ dialect: Dialect
    ) {
        self.types.formUnion(types)
        self.dialect = dialect
        self.positionRate.restart(positionRate)
        self.levelsRate.restart(levelsRate)
    }

    mutating func remove(_ types: Set<EventType>) {
        self.types.subtract(types)
        if types.contains(.levels) { levels = nil }
    }

    /// Whether `position` is due; it is then due again an interval later.
    mutating func takePositionDue(_ now: LoopTime) -> Bool {
        types.contains(.position) && positionRate.take(now)
    }

    /// Takes levels, and gives those since the last event if `levels` is due.
    ///
    /// The first time nothing is given: the levels begin there.
    mutating func takeLevels(_ now: LevelSnapshot, at time: LoopTime) -> [MeasuredLevels] {
        guard types.contains(.levels) else { return [] }
        guard var history = levels else {
            levels = LevelHistory(now)
            _ = levelsRate.take(time)
            return []
        }
        levels = nil
        defer { levels = history }
        history.add(now)
        return levelsRate.take(time) ? history.take(now) : []
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
}

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
