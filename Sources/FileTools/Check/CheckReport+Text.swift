import SMF
import Wording

extension CheckReport {
    /// The number of lines for the findings of a kind.
    package static let shownLimit = 10

    /// The report for people: a line for each finding, as compilers write them, and a summary.
    package var text: String {
        var lines: [String] = []
        for (kind, findings) in groups {
            let total = counts[kind] ?? findings.count
            // The last line is not spent on "1 more".
            let shown = total <= Self.shownLimit ? findings.count : Self.shownLimit - 1
            for finding in findings.prefix(shown) { lines.append(line(finding)) }
            guard total > shown else { continue }
            lines.append(
                "\(name): \(kind.severity.rawValue): … \(total - shown) more [\(kind.code.rawValue)]"
            )
        }
        if let coverage { lines.append("\(name): \(coverage.text)") }
        lines.append("\(name): \(summary)")
        return lines.map { $0.printable + "\n" }.joined()
    }

    private func line(_ finding: CheckFinding) -> String {
        let position = [name, finding.location].filter { !$0.isEmpty }.joined(separator: ": ")
        let diagnostic = finding.diagnostic
        return "\(position): \(diagnostic.severity.rawValue): \(diagnostic.detail) "
            + "[\(diagnostic.code.rawValue)]"
    }

    /// `2 errors, 1 warning`, or `clean`.
    ///
    /// Notes are called remarks here, to distinguish them from the notes of the music.
    private var summary: String {
        let words: [(Diagnostic.Severity, String)] = [
            (.error, "error"), (.warning, "warning"), (.note, "remark"),
        ]
        let parts = words.compactMap { severity, word in
            let count = count(of: severity)
            return count == 0 ? nil : NumberText.count(count, word)
        }
        guard count(of: .error) + count(of: .warning) == 0 else {
            return parts.joined(separator: ", ")
        }
        return parts.isEmpty ? "clean" : "clean, \(parts.joined(separator: ", "))"
    }
}
