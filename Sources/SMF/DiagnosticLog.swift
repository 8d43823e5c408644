/// Collects diagnostics in bounded memory.
struct DiagnosticLog {
    /// The number of diagnostics that are kept of a file.
    ///
    /// A real file has a handful; a hostile one could have one per two bytes.
    static let limit = 1000

    /// The number of diagnostics that this log keeps.
    private let room: Int
    private var kept: [Diagnostic] = []
    private var omittedCount = 0
    /// The first diagnostic that was not kept, with the highest severity of all those.
    private var omitted: Diagnostic?
    /// The first warning or error in file order, kept or not.
    private(set) var firstViolation: Diagnostic?

    /// An empty log.
    ///
    /// - Parameter room: The number of diagnostics to keep.
    init(room: Int = limit) { self.room = room }

    /// The number of diagnostics that are kept.
    var count: Int { kept.count }

    /// Adds a diagnostic.
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

    /// Adds the diagnostics of another log.
    mutating func merge(_ other: DiagnosticLog) {
        let room = self.room - kept.count
        kept += other.kept.prefix(room)
        for diagnostic in other.kept.dropFirst(room) { omit(diagnostic, count: 1) }
        if let diagnostic = other.omitted { omit(diagnostic, count: other.omittedCount) }
        if let violation = other.firstViolation,
            Self.position(of: violation) < (firstViolation?.offset ?? .max)
        {
            firstViolation = violation
        }
    }

    /// All kept diagnostics in file order, and one more that counts the others.
    var diagnostics: [Diagnostic] {
        // The standard library's sort is stable: diagnostics of one byte stay in their order.
        var all = kept.sorted { Self.position(of: $0) < Self.position(of: $1) }
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

    /// The byte of a diagnostic, which has one here.
    private static func position(of diagnostic: Diagnostic) -> Int { diagnostic.offset ?? 0 }

    private mutating func omit(_ diagnostic: Diagnostic, count: Int) {
        if omitted == nil { omitted = diagnostic }
        omit(diagnostic.severity, count: count)
    }

    private mutating func omit(_ severity: Diagnostic.Severity, count: Int) {
        omittedCount += count
        if let worst = omitted?.severity, severity > worst { omitted?.severity = severity }
    }
}
