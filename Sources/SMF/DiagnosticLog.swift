/// Collects diagnostics in bounded memory.
struct DiagnosticLog {
    /// How many are kept.
    ///
    /// A real file has a handful; a hostile one could have one per two bytes.
    static let limit = 1000

    /// How many this one keeps.
    private let room: Int
    private var kept: [Diagnostic] = []
    private var omittedCount = 0
    /// The first that was not kept, with the highest severity of all that were not.
    private var omitted: Diagnostic?
    /// The first warning or error in file order, kept or not.
    private(set) var firstViolation: Diagnostic?

    /// An empty log.
    ///
    /// - Parameter room: How many are kept, where fewer than ``limit`` can be of use.
    init(room: Int = limit) { self.room = room }

    /// How many are kept.
    var count: Int { kept.count }

    /// Notes a diagnostic.
    ///
    /// The phrase is only made if it is kept.
    mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        track: Int? = nil,
        offset: Int,
        tick: Int64? = nil,
        _ detail: @autoclosure () -> String
    ) {
        let isKept = kept.count < room
        let isFirst = severity > .note && offset < (firstViolation?.offset ?? .max)
        guard isKept || isFirst || omitted == nil else { return omit(severity, count: 1) }
        let diagnostic = Diagnostic(
            code: code,
            severity: severity,
            track: track,
            offset: offset,
            tick: tick,
            detail: detail()
        )
        if isFirst { firstViolation = diagnostic }
        if isKept { kept.append(diagnostic) } else { omit(diagnostic, count: 1) }
    }

    /// Adds what another log has collected.
    mutating func merge(_ other: DiagnosticLog) {
        let room = self.room - kept.count
        kept += other.kept.prefix(room)
        for diagnostic in other.kept.dropFirst(room) { omit(diagnostic, count: 1) }
        if let diagnostic = other.omitted { omit(diagnostic, count: other.omittedCount) }
        if let violation = other.firstViolation,
            violation.offset < (firstViolation?.offset ?? .max)
        {
            firstViolation = violation
        }
    }

    /// All that is kept, in file order, and one more that counts the others.
    var diagnostics: [Diagnostic] {
        // The standard library's sort is stable: what is said of one place stays in its order.
        var all = kept.sorted { $0.offset < $1.offset }
        if let omitted {
            all.append(
                Diagnostic(
                    code: .diagnosticsOmitted,
                    severity: omitted.severity,
                    offset: omitted.offset,
                    detail: "\(omittedCount) more diagnostics omitted from here on"
                )
            )
        }
        return all
    }

    private mutating func omit(_ diagnostic: Diagnostic, count: Int) {
        if omitted == nil { omitted = diagnostic }
        omit(diagnostic.severity, count: count)
    }

    private mutating func omit(_ severity: Diagnostic.Severity, count: Int) {
        omittedCount += count
        if let worst = omitted?.severity, severity > worst { omitted?.severity = severity }
    }
}
