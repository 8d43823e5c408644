import Effects
package import Playback
package import SMF
package import SamplerHost
import Sequencer
import Wording

/// All findings in one file.
package struct CheckReport: Sendable {
    /// The result for a file.
    package enum Status: String, Sendable {
        /// No findings, or notes only.
        case clean
        case warnings
        case errors
    }

    /// The path as the user gave it.
    package let path: String
    /// The name of the file in messages.
    package let name: String
    /// The findings by kind, the worst kinds first, then in the order of their first finding; of
    /// each kind the first ones.
    package let groups: [(kind: Diagnostic.Kind, findings: [CheckFinding])]
    /// The number of findings of each kind.
    package let counts: [Diagnostic.Kind: Int]
    /// The use of the fonts; `nil` without fonts.
    package let coverage: FontCoverage.Summary?
    /// The levels of the sequences with the fonts; empty if they were not measured.
    package let levels: [LoudnessMeter.Reading]

    /// Checks a file.
    ///
    /// - Parameters:
    ///   - piece: The file.
    ///   - fonts: The SoundFonts to check against, `nil` for none.
    ///   - codes: The codes to report.
    ///   - levels: The levels of the sequences with the fonts; empty if they were not measured.
    package init(
        of piece: PieceFile,
        fonts: inout CheckedFonts?,
        codes: CheckCodes,
        levels: [LoudnessMeter.Reading] = []
    ) {
        var collector = FindingCollector(codes: codes)
        let descriptions = piece.descriptions
        collector.add(piece.file.diagnostics, in: descriptions)
        var summary: FontCoverage.Summary?
        for (index, description) in descriptions.enumerated() {
            let report = FaultReport(description, in: piece.file)
            collector.add(report.faults, in: description, counts: report.counts)
            collector.add(description.sequence.diagnostics, in: description)
            guard fonts != nil else { continue }
            if levels.indices.contains(index) {
                collector.add(levels[index].findings, in: description)
            }
            var coverage = FontCoverage(of: description.sequence)
            coverage.run(&fonts)
            collector.add(coverage.diagnostics(fonts), in: description)
            summary = coverage.summary(fonts).merged(with: summary)
        }
        if let remarks = fonts?.remarks, let description = descriptions.first {
            collector.add(
                remarks.map {
                    Diagnostic(code: .fontStructure, severity: .note, detail: $0)
                },
                in: description
            )
        }
        path = piece.path
        name = piece.name
        groups = collector.groups
        counts = collector.counts
        coverage = summary
        self.levels = levels
    }

    /// The number of findings with a severity.
    package func count(of severity: Diagnostic.Severity) -> Int {
        counts.reduce(0) { $1.key.severity == severity ? $0 + $1.value : $0 }
    }

    /// The result for the file.
    ///
    /// - Parameter isStrict: Whether a warning is an error.
    /// - Returns: The status of the worst finding.
    package func status(isStrict: Bool) -> Status {
        if count(of: .error) > 0 { return .errors }
        guard count(of: .warning) > 0 else { return .clean }
        return isStrict ? .errors : .warnings
    }
}

extension FaultReport {
    /// The faults of one sequence of a file.
    fileprivate init(_ description: SequenceDescription, in file: MIDIFile) {
        self.init(
            of: description.sequence,
            in: file,
            pattern: description.pattern.map { $0 - 1 },
            limit: FindingCollector.limit
        )
    }
}

extension LoudnessMeter.Reading {
    /// The finding that the limiter works; none where it does not.
    fileprivate var findings: [Diagnostic] {
        let threshold = Decibels.level(Double(Limiter.threshold))
        let excess = Decibels.level(truePeak) - threshold
        guard truePeak > 0, excess > 0.05 else { return [] }
        let gain = NumberText.decimal(-(excess * 10).rounded(.up) / 10, decimals: 1)
        return [
            Diagnostic(
                code: .clipping,
                severity: .note,
                detail: "true peak of \(NumberText.decimal(Decibels.level(truePeak), decimals: 1)) "
                    + "dBFS: the limiter reduces it; --gain \(gain) avoids that"
            )
        ]
    }
}
