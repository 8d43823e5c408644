package import SMF
package import Sequencer

/// Sorts and counts findings by kind.
package struct FindingCollector {
    /// The number of findings of a kind that are stored.
    package static let limit = 100

    package let codes: CheckCodes
    package private(set) var counts: [Diagnostic.Kind: Int] = [:]
    private var order: [Diagnostic.Kind] = []
    private var kept: [Diagnostic.Kind: [CheckFinding]] = [:]

    package init(codes: CheckCodes) {
        self.codes = codes
    }

    /// The findings by kind, the worst kinds first, then in the order of their first finding.
    package var groups: [(kind: Diagnostic.Kind, findings: [CheckFinding])] {
        let ranked = Diagnostic.Severity.allCases.sorted(by: >).flatMap { severity in
            order.filter { $0.severity == severity }
        }
        return ranked.map { ($0, kept[$0] ?? []) }
    }

    /// Adds the findings in a file's bytes.
    ///
    /// - Parameters:
    ///   - diagnostics: The findings.
    ///   - descriptions: The file's sequences.
    package mutating func add(_ diagnostics: [Diagnostic], in descriptions: [SequenceDescription]) {
        // In format 2 a track is a sequence of its own.
        let hasPatterns = descriptions.first?.pattern != nil
        for diagnostic in diagnostics {
            let index = hasPatterns ? diagnostic.track : 0
            let description = index.flatMap {
                descriptions.indices.contains($0) ? descriptions[$0] : nil
            }
            add(CheckFinding(diagnostic, in: description))
        }
    }

    /// Adds findings in a sequence.
    ///
    /// - Parameters:
    ///   - diagnostics: The findings; tracks are those of the sequence.
    ///   - description: The sequence.
    ///   - totals: The number of findings of each kind if it is larger than that of `diagnostics`.
    package mutating func add(
        _ diagnostics: [Diagnostic],
        in description: SequenceDescription,
        counts totals: [Diagnostic.Kind: Int] = [:]
    ) {
        var omitted = totals
        for var diagnostic in diagnostics {
            omitted[diagnostic.kind]? -= 1
            if let pattern = description.pattern, diagnostic.track != nil {
                diagnostic.track = pattern - 1
            }
            add(CheckFinding(diagnostic, in: description))
        }
        for (kind, count) in omitted where codes.contains(kind.code) {
            counts[kind, default: 0] += count
        }
    }

    private mutating func add(_ finding: CheckFinding) {
        let kind = finding.diagnostic.kind
        guard codes.contains(kind.code) else { return }
        if counts[kind] == nil { order.append(kind) }
        counts[kind, default: 0] += 1
        // Each pattern of a file adds its own.
        guard kept[kind, default: []].count < Self.limit else { return }
        kept[kind, default: []].append(finding)
    }
}
