/// The findings of a reader: what is not supported is told once, and a hostile file does not make
/// them many.
struct InstrumentLog {
    /// The most findings that are stored.
    static let limit = 500
    /// The most opcodes that the finding of a group names.
    private static let nameLimit = 6

    private var findings: [InstrumentDiagnostic] = []
    private var told: Set<String> = []
    private var groups: [Group: (position: InstrumentPosition, names: [String])] = [:]

    /// The findings, the most severe first; of equal ones, what costs most: sound that is missing,
    /// then the groups, then the rest.
    var diagnostics: [InstrumentDiagnostic] {
        let grouped = Group.allCases.compactMap { group in
            groups[group].map { finding(of: group, $0.position, $0.names) }
        }
        let severities: [InstrumentDiagnostic.Severity] = [.error, .warning, .note]
        return severities.flatMap { severity in
            (missing + grouped + findings).filter { $0.severity == severity }
        }
    }

    /// The findings of this log and of one about the text that it reads.
    func diagnostics(with text: InstrumentLog) -> [InstrumentDiagnostic] {
        var all = self
        all.findings = text.findings
        for finding in findings {
            all.add(finding.severity, finding.position, finding.subject, finding.detail)
        }
        return all.diagnostics
    }

    /// Findings about sound that is missing or doubled.
    private var missing: [InstrumentDiagnostic] = []

    mutating func add(
        _ severity: InstrumentDiagnostic.Severity,
        _ position: InstrumentPosition,
        _ subject: String,
        _ detail: @autoclosure () -> String
    ) {
        guard findings.count <= Self.limit else { return }
        guard findings.count < Self.limit else {
            findings.append(
                InstrumentDiagnostic(.note, position, "…", "more findings are left out")
            )
            return
        }
        findings.append(InstrumentDiagnostic(severity, position, subject, detail()))
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

    /// Adds a warning that sound is missing, once for a subject; it comes before other warnings.
    mutating func addMissing(
        _ position: InstrumentPosition,
        _ subject: String,
        _ detail: @autoclosure () -> String
    ) {
        guard told.count <= Self.limit, told.insert(subject).inserted else { return }
        missing.append(InstrumentDiagnostic(.warning, position, subject, detail()))
    }

    /// Adds an opcode to a group that is told in one line.
    mutating func collect(_ group: Group, _ position: InstrumentPosition, _ name: String) {
        let name = String(name.prefix(60))
        guard told.count <= Self.limit, told.insert("\(group): \(name)").inserted else { return }
        groups[group, default: (position, [])].names.append(name)
    }

    private func finding(
        of group: Group,
        _ position: InstrumentPosition,
        _ names: [String]
    ) -> InstrumentDiagnostic {
        if names.count == 1, let name = names.first {
            return InstrumentDiagnostic(.warning, position, name, group.remedy)
        }
        let named = names.prefix(Self.nameLimit).joined(separator: ", ")
        let more = names.count > Self.nameLimit ? ", …" : ""
        return InstrumentDiagnostic(
            .warning,
            position,
            "\(names.count) opcodes \(group.rawValue)",
            "\(group.remedy) (\(named)\(more))"
        )
    }
}
