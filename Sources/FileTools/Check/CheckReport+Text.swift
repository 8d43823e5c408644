import Effects
import SMF
import SamplerHost
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
        for (index, level) in levels.enumerated() {
            let start = levels.count == 1 ? name : "\(name): pattern \(index + 1)"
            lines.append("\(start): \(level.text)")
        }
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

extension LoudnessMeter.Reading {
    /// `-19.3 LUFS, true peak -3.1 dBFS`, or `silent`.
    fileprivate var text: String {
        guard truePeak > 0 else { return "silent" }
        let loudness = loudness.map { "\(NumberText.decimal($0, decimals: 1)) LUFS" }
        return (loudness ?? "no loudness (too short or too soft)")
            + ", true peak \(NumberText.decimal(Decibels.level(truePeak), decimals: 1)) dBFS"
    }
}
