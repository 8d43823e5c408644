import SMF

/// A collector of faults in bounded memory: counts all, and keeps the first of each kind.
struct FaultLog {
    /// The number of faults of each kind that are stored.
    private let limit: Int
    /// The ports of the sequence by sampler.
    private let ports: [UInt8]
    private(set) var kept: [Diagnostic] = []
    private(set) var counts: [Diagnostic.Kind: Int] = [:]

    /// An empty log.
    ///
    /// - Parameters:
    ///   - limit: The number of faults of each kind to keep.
    ///   - ports: The ports of the sequence by sampler.
    init(limit: Int, ports: [UInt8]) {
        self.limit = limit
        self.ports = ports
    }

    /// Adds a fault of a channel.
    ///
    /// The phrase is only made if the fault is stored.
    mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        track: Int?,
        channelIndex: Int,
        tick: Int64?,
        _ detail: @autoclosure () -> String
    ) {
        guard count(code, severity) else { return }
        let sampler = channelIndex >> 4
        kept.append(
            Diagnostic(
                code: code,
                severity: severity,
                track: track,
                port: ports.indices.contains(sampler) ? ports[sampler] : 0,
                channel: UInt8(truncatingIfNeeded: channelIndex & 15),
                tick: tick,
                detail: detail()
            )
        )
    }

    /// Adds a fault of a track or of the whole sequence.
    mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        track: Int? = nil,
        tick: Int64? = nil,
        _ detail: @autoclosure () -> String
    ) {
        guard count(code, severity) else { return }
        kept.append(
            Diagnostic(code: code, severity: severity, track: track, tick: tick, detail: detail())
        )
    }

    /// Counts a fault; returns whether it is to be stored.
    private mutating func count(_ code: Diagnostic.Code, _ severity: Diagnostic.Severity) -> Bool {
        let kind = Diagnostic.Kind(code: code, severity: severity)
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        return count <= limit
    }
}
