/// Collects diagnostics in bounded memory.
package struct DiagnosticLog: Sendable {
    /// The number of diagnostics that are stored of a file.
    ///
    /// A real file has a handful; a hostile one could have one per two bytes.
    package static let limit = 1000

    /// The number of diagnostics that this log keeps.
    private let room: Int
    private var kept: [Diagnostic] = []
    private var omittedCount = 0
    /// The byte of the first diagnostic that was not stored, and the highest severity of all those.
    private var omitted: (offset: Int, severity: Diagnostic.Severity)?
    /// The first warning or error in file order, stored or not.
    package private(set) var firstViolation: Diagnostic?
    /// Its byte; compared for every diagnostic, of which a hostile file has many.
    private var violationOffset = Int.max

    /// An empty log.
    ///
    /// - Parameter room: The number of diagnostics to keep.
    package init(room: Int = limit) { self.room = room }

    /// The number of diagnostics that are stored.
    var count: Int { kept.count }

    /// Adds a diagnostic.
    ///
    /// The phrase is only made if the diagnostic is stored.
    package mutating func report(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity,
        track: Int? = nil,
        offset: Int,
        tick: Int64? = nil,
        _ detail: @autoclosure () -> String
    ) {
        let isKept = kept.count < room
        let isFirst = severity > .note && offset < violationOffset
        if !isKept { omit(severity, at: offset, count: 1) }
        guard isKept || isFirst else { return }
        let diagnostic = Diagnostic(
            code: code,
            severity: severity,
            track: track,
            offset: offset,
            tick: tick,
            detail: detail()
        )
        if isFirst {
            firstViolation = diagnostic
            violationOffset = offset
        }
        if isKept { kept.append(diagnostic) }
    }

    /// Adds the diagnostics of another log.
    package mutating func merge(_ other: DiagnosticLog) {
        let room = self.room - kept.count
        kept += other.kept.prefix(room)
        for diagnostic in other.kept.dropFirst(room) {
            omit(diagnostic.severity, at: Self.position(of: diagnostic), count: 1)
        }
        if let omitted = other.omitted {
            omit(omitted.severity, at: omitted.offset, count: other.omittedCount)
        }
        if other.violationOffset < violationOffset {
            firstViolation = other.firstViolation
            violationOffset = other.violationOffset
        }
    }

    /// All stored diagnostics in file order, and one more that counts the others.
    package var diagnostics: [Diagnostic] {
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

    private mutating func omit(_ severity: Diagnostic.Severity, at offset: Int, count: Int) {
        omittedCount += count
        guard let worst = omitted?.severity else { return omitted = (offset, severity) }
        if severity > worst { omitted?.severity = severity }
    }
}
