import ControlProtocol

/// The levels of `status` that are the highest of a time.
struct StatusLevels: Hashable {
    /// The peak in dBFS.
    private(set) var peak = -Double.infinity
    /// The gain reduction of the limiter in dB.
    private(set) var gainReduction = 0.0

    /// The levels of silence.
    init() {}

    /// The levels of a status.
    init(_ status: DaemonStatus) {
        peak = status.peak
        gainReduction = status.gainReduction
    }

    /// Adds the levels of further time.
    mutating func add(_ other: StatusLevels) {
        peak = max(peak, other.peak)
        gainReduction = max(gainReduction, other.gainReduction)
    }

    /// Sets the levels of a status.
    func set(in status: inout DaemonStatus) {
        status.peak = peak
        status.gainReduction = gainReduction
    }
}

/// The levels since the last `status` of one client: what is told to one is not taken from others.
struct StatusLevelHistory {
    private var levels: StatusLevels
    /// Whether the client has been told the levels, and nothing has been measured since.
    private var isTold = false

    /// Begins with levels that were measured before.
    init(_ levels: StatusLevels) {
        self.levels = levels
    }

    /// Adds what was measured.
    mutating func add(_ measured: StatusLevels) {
        if isTold { levels = StatusLevels() }
        isTold = false
        levels.add(measured)
    }

    /// The levels since they were last told; the same again if nothing has been measured since.
    mutating func tell() -> StatusLevels {
        isTold = true
        return levels
    }
}
