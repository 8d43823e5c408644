public import SamplerHost

/// The changes of an output's state.
///
/// It polls nothing: its owner reports the state.
public struct OutputMonitor: Sendable {
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

    private var state: OutputState?
    private var xruns = 0
    /// The last loss, until the output runs again; an idle output is not tried.
    public private(set) var loss: OutputLoss?
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
        _ state: OutputState,
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
        _ state: OutputState,
        _ now: ContinuousClock.Instant,
        _ change: inout Change
    ) {
        switch state {
        case .lost(let loss):
            if isLost, self.loss?.start == loss.start {
                change.otherReason = loss.reason.description
            } else {
                change.loss = loss.reason.description
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
