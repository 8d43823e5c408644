/// What changes about the output that is played on.
///
/// It asks nobody: the owner tells it how the output stands.
public struct OutputMonitor: Sendable {
    /// How an output stands.
    public enum State: Hashable, Sendable {
        /// It runs.
        case running
        /// Nothing sounds, and it was released.
        case idle
        /// It is lost, and why.
        case lost(String)
    }

    /// What has changed since the last look.
    public struct Change: Hashable, Sendable {
        /// Why it was lost, where it has been.
        public var loss: String?
        /// Whether it runs again after it was lost.
        public var hasReturned = false
        /// Whether there were buffer underruns.
        public var hasUnderrun = false
    }

    private var state: State?
    private var xruns = 0
    /// Why the output was lost, until it runs again: while nothing sounds it is not tried.
    public private(set) var loss: String?

    /// Makes a monitor that knows nothing yet.
    public init() {}

    /// Takes how the output stands.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - xruns: The buffer underruns so far.
    /// - Returns: What has changed; `nil` for nothing.
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
