/// The changes of an output's state.
///
/// It polls nothing: its owner reports the state.
public struct OutputMonitor: Sendable {
    /// The state of an output.
    public enum State: Hashable, Sendable {
        /// It runs.
        case running
        /// Nothing sounds, and it was released.
        case idle
        /// It is lost.
        case lost(Loss)
    }

    /// A loss: why, and since when.
    public struct Loss: Hashable, Sendable {
        /// The reason.
        public var reason: String
        /// The time at which it began.
        public var start: ContinuousClock.Instant

        /// Makes a loss.
        ///
        /// - Parameters:
        ///   - reason: The reason.
        ///   - start: The time at which it began.
        public init(_ reason: String, since start: ContinuousClock.Instant) {
            self.reason = reason
            self.start = start
        }
    }

    /// A change since the last update.
    public struct Change: Hashable, Sendable {
        /// The reason why it was lost, if it was.
        public var loss: String?
        /// Another reason why it is still lost: attempts to open it fail for that one.
        public var otherReason: String?
        /// The length of the loss, if it runs again.
        public var returnedAfter: Duration?
        /// Whether there were buffer underruns.
        public var hasUnderrun = false
    }

    private var state: State?
    private var xruns = 0
    /// The last loss, until the output runs again; an idle output is not tried.
    public private(set) var loss: Loss?
    /// The number of losses.
    public private(set) var losses = 0
    /// The length of all losses that are over.
    public private(set) var lostTime = Duration.zero

    /// Makes a monitor that knows nothing yet.
    public init() {}

    /// Whether the output is lost now.
    public var isLost: Bool {
        if case .lost? = state { true } else { false }
    }

    /// Takes the state of the output.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - xruns: The buffer underruns so far.
    ///   - now: The time.
    /// - Returns: The change; `nil` if there is none.
    public mutating func update(
        _ state: State,
        xruns: Int,
        now: ContinuousClock.Instant = .now
    ) -> Change? {
        guard state != self.state || xruns != self.xruns else { return nil }
        var change = Change()
        change.hasUnderrun = xruns != self.xruns
        if state != self.state { note(state, now, &change) }
        self.state = state
        self.xruns = xruns
        return change
    }

    private mutating func note(
        _ state: State,
        _ now: ContinuousClock.Instant,
        _ change: inout Change
    ) {
        switch state {
        case .lost(let loss):
            if isLost, self.loss?.start == loss.start {
                change.otherReason = loss.reason
            } else {
                change.loss = loss.reason
                losses += 1
            }
            self.loss = loss
        case .running:
            guard let loss else { return }
            let time = now - loss.start
            change.returnedAfter = time
            lostTime += time
            self.loss = nil
        case .idle:
            break
        }
    }
}
