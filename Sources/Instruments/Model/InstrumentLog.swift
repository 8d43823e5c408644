/// The findings of a reader: what is not supported is told once, and a hostile file does not make
/// them many.
struct InstrumentLog {
    /// The most findings that are kept.
    static let limit = 500

    private(set) var diagnostics: [InstrumentDiagnostic] = []
    private var told: Set<String> = []

    mutating func add(
        _ severity: InstrumentDiagnostic.Severity,
        _ position: InstrumentPosition,
        _ subject: String,
        _ detail: @autoclosure () -> String
    ) {
        guard diagnostics.count <= Self.limit else { return }
        guard diagnostics.count < Self.limit else {
            diagnostics.append(
                InstrumentDiagnostic(.note, position, "…", "more findings are left out")
            )
            return
        }
        diagnostics.append(InstrumentDiagnostic(severity, position, subject, detail()))
    }

    /// Adds a finding about a subject unless there has been one about it.
    mutating func addOnce(
        _ severity: InstrumentDiagnostic.Severity,
        _ position: InstrumentPosition,
        _ subject: String,
        _ detail: @autoclosure () -> String
    ) {
        // A file with millions of subjects is no instrument.
        guard told.count <= Self.limit, told.insert(subject).inserted else { return }
        add(severity, position, subject, detail())
    }
}
