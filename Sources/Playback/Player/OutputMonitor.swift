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
        /// It is lost, for a reason.
        case lost(String)
    }

    /// A change since the last update.
    public struct Change: Hashable, Sendable {
        /// The reason why it was lost, if it was.
        public var loss: String?
        /// Whether it runs again after it was lost.
        public var hasReturned = false
        /// Whether there were buffer underruns.
        public var hasUnderrun = false
    }

    private var state: State?
    private var xruns = 0
    /// The reason why the output was lost, until it runs again; an idle output is not tried.
    public private(set) var loss: String?

    /// Makes a monitor that knows nothing yet.
    public init() {}

    /// Takes the state of the output.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - xruns: The buffer underruns so far.
    /// - Returns: The change; `nil` if there is none.
    public mutating func update(_ state: State, xruns: Int) -> Change? {
        guard state != self.state || xruns != self.xruns else { return nil }
        var change = Change()
        if state != self.state {
            if case .lost(let reason) = state { change.loss = reason }
            if case .lost? = self.state, case .running = state { change.hasReturned = true }
        }
        change.hasUnderrun = xruns != self.xruns
        self.state = state
        self.xruns = xruns
        switch state {
        case .lost(let reason): loss = reason
        case .running: loss = nil
        case .idle: break
        }
        return change
    }
}
