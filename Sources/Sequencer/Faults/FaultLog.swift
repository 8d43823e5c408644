import SMF

/// Collects faults in bounded memory: of each kind some, and how many there were.
struct FaultLog {
    /// How many of each kind are kept.
    let limit: Int
    private(set) var kept: [Fault] = []
    private(set) var counts: [FaultReport.Kind: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes a fault of a channel.
    ///
    /// The sentence is only made if it is kept.
    mutating func report(
        _ code: Fault.Code,
        _ severity: Diagnostic.Severity,
        track: Int?,
        place: Int,
        tick: Int64?,
        _ detail: @autoclosure () -> String
    ) {
        guard count(code, severity) else { return }
        kept.append(
            Fault(
                code: code,
                severity: severity,
                track: track,
                port: UInt8(truncatingIfNeeded: place >> 4),
                channel: UInt8(truncatingIfNeeded: place & 15),
                tick: tick,
                detail: detail()
            )
        )
    }

    /// Notes a fault of a track or of the whole.
    mutating func report(
        _ code: Fault.Code,
        _ severity: Diagnostic.Severity,
        track: Int? = nil,
        tick: Int64? = nil,
        _ detail: @autoclosure () -> String
    ) {
        guard count(code, severity) else { return }
        kept.append(
            Fault(code: code, severity: severity, track: track, tick: tick, detail: detail())
        )
    }

    /// Counts a fault; whether it is to be kept.
    private mutating func count(_ code: Fault.Code, _ severity: Diagnostic.Severity) -> Bool {
        let count = counts[FaultReport.Kind(code: code, severity: severity), default: 0] + 1
        counts[FaultReport.Kind(code: code, severity: severity)] = count
        return count <= limit
    }
}
