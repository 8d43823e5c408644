/// The clock of `--exit-idle`: tells when the daemon has had nothing to do for long enough.
struct IdleClock {
    /// The work of the daemon, and its counts.
    struct Activity {
        /// The clients that are connected.
        var clients: Int
        /// The connections so far: one that has ended counts too.
        var connections: Int
        /// Whether it plays, loads or renders.
        var isWorking: Bool
        /// The messages of live MIDI so far.
        var messages: Int
    }

    private let limit: Duration
    private var lastActive: LoopTime
    private var connections = 0
    private var messages = 0

    /// Starts the clock.
    ///
    /// - Parameters:
    ///   - limit: The time without activity.
    ///   - start: The present time.
    init(limit: Duration, from start: LoopTime) {
        self.limit = limit
        lastActive = start
    }

    /// Notes what the daemon does.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - now: The present time.
    /// - Returns: Whether there was none for the limit.
    mutating func isOver(_ activity: Activity, at now: LoopTime) -> Bool {
        let isActive =
            activity.clients > 0 || activity.isWorking || activity.connections != connections
            || activity.messages != messages
        (connections, messages) = (activity.connections, activity.messages)
        if isActive { lastActive = now }
        return now - lastActive >= limit
    }
}
