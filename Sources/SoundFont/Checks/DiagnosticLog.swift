/// The findings of a reader: a hostile file does not make them many.
struct DiagnosticLog {
    /// The most findings that are stored.
    private static let limit = 1_000

    private(set) var diagnostics: [BankDiagnostic] = []

    mutating func add(
        _ code: BankDiagnostic.Code,
        _ severity: BankDiagnostic.Severity,
        at offset: Int,
        _ detail: @autoclosure () -> String
    ) {
        guard diagnostics.count <= Self.limit else { return }
        guard diagnostics.count < Self.limit else {
            diagnostics.append(
                BankDiagnostic(
                    code: .more,
                    severity: .note,
                    offset: offset,
                    detail: "more findings from here on are left out"
                )
            )
            return
        }
        diagnostics.append(
            BankDiagnostic(code: code, severity: severity, offset: offset, detail: detail())
        )
    }
}
