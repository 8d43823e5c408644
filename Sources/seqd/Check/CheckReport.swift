import Playback
import SMF
import Sequencer

/// All that was found in one file.
struct CheckReport: Sendable {
    /// How a file came out.
    enum Status: String, Sendable {
        /// Nothing, or notes only.
        case clean
        case warnings
        case errors
    }

    /// The path as the user gave it.
    let path: String
    /// What messages call the file.
    let name: String
    /// By kind, the worst kinds first, then in the order of their first finding; of each kind the
    /// first ones.
    let groups: [(kind: CheckKind, findings: [CheckFinding])]
    /// How many there were of each kind.
    let counts: [CheckKind: Int]
    /// What the fonts say; `nil` without fonts.
    let coverage: FontCoverage.Summary?

    /// Checks a song.
    ///
    /// - Parameters:
    ///   - song: The song.
    ///   - fonts: The SoundFonts to check against, `nil` for none.
    ///   - codes: What is looked for.
    init(of song: PieceFile, fonts: inout CheckedFonts?, codes: CheckCodes) {
        var collector = Collector(codes: codes)
        for diagnostic in song.file.diagnostics { collector.add(diagnostic, in: song) }
        var summary: FontCoverage.Summary?
        for description in song.descriptions {
            collector.add(FaultReport(description, in: song.file), description)
            for notice in description.sequence.notices { collector.add(notice, description) }
            guard fonts != nil else { continue }
            var coverage = FontCoverage(of: description.sequence)
            coverage.run(&fonts)
            for finding in coverage.findings(fonts) { collector.add(finding, description) }
            summary = coverage.summary(fonts).merged(with: summary)
        }
        if let remarks = fonts?.remarks, let description = song.descriptions.first {
            for remark in remarks {
                let finding = PlainFinding(
                    severity: .note,
                    code: CheckCodes.Sound.fontStructure.rawValue,
                    detail: remark
                )
                collector.add(finding, description)
            }
        }
        path = song.path
        name = song.name
        groups = collector.groups
        counts = collector.counts
        coverage = summary
    }

    /// How many findings have a severity.
    func count(of severity: Diagnostic.Severity) -> Int {
        counts.reduce(0) { $1.key.severity == severity ? $0 + $1.value : $0 }
    }

    /// How the file came out.
    ///
    /// - Parameter isStrict: Whether a warning is an error.
    /// - Returns: The status of the worst finding.
    func status(isStrict: Bool) -> Status {
        if count(of: .error) > 0 { return .errors }
        guard count(of: .warning) > 0 else { return .clean }
        return isStrict ? .errors : .warnings
    }
}

/// A finding without its place in musical time.
struct PlainFinding {
    var severity: Diagnostic.Severity
    var code: String
    /// The track, from 0.
    var track: Int?
    /// Sampler and channel, 16 channels to a sampler.
    var channelIndex: Int?
    var tick: Int64?
    var detail: String
}

/// Sorts findings by kind.
private struct Collector {
    let codes: CheckCodes
    private(set) var counts: [CheckKind: Int] = [:]
    private var order: [CheckKind] = []
    private var kept: [CheckKind: [CheckFinding]] = [:]

    init(codes: CheckCodes) {
        self.codes = codes
    }

    var groups: [(kind: CheckKind, findings: [CheckFinding])] {
        let ranked = Diagnostic.Severity.allCases.sorted(by: >).flatMap { severity in
            order.filter { $0.severity == severity }
        }
        return ranked.map { ($0, kept[$0] ?? []) }
    }

    mutating func add(_ diagnostic: Diagnostic, in song: PieceFile) {
        // In format 2 a track is its own sequence.
        let isFormat2 = song.file.format == .independent
        let index = isFormat2 ? diagnostic.track ?? 0 : 0
        let sequence = song.sequences.indices.contains(index) ? song.sequences[index] : nil
        let time = sequence.flatMap { sequence in
            diagnostic.tick.map {
                SequenceDescription(sequence).time(atTick: $0)
            }
        }
        add(
            CheckFinding(
                severity: diagnostic.severity,
                code: diagnostic.code.rawValue,
                pattern: isFormat2 ? diagnostic.track.map { $0 + 1 } : nil,
                track: diagnostic.track.map { $0 + 1 },
                offset: diagnostic.offset,
                tick: diagnostic.tick,
                time: time,
                detail: diagnostic.detail
            )
        )
    }

    mutating func add(_ notice: Notice, _ description: SequenceDescription) {
        let finding = PlainFinding(
            severity: notice.severity,
            code: notice.code.rawValue,
            track: notice.track,
            tick: notice.tick,
            detail: notice.detail
        )
        add(finding, description)
    }

    mutating func add(_ report: FaultReport, _ description: SequenceDescription) {
        var shown: [CheckKind: Int] = [:]
        for fault in report.faults {
            let kind = CheckKind(severity: fault.severity, code: fault.code.rawValue)
            shown[kind, default: 0] += 1
            let finding = PlainFinding(
                severity: fault.severity,
                code: fault.code.rawValue,
                // A pattern's track was named by the report already.
                track: description.pattern == nil ? fault.track : 0,
                channelIndex: fault.channel.map { Int(fault.port ?? 0) << 4 | Int($0) },
                tick: fault.tick,
                detail: fault.detail
            )
            add(finding, description)
        }
        for (kind, count) in report.counts where codes.contains(kind.code.rawValue) {
            let kind = CheckKind(severity: kind.severity, code: kind.code.rawValue)
            counts[kind, default: 0] += count - shown[kind, default: 0]
        }
    }

    mutating func add(_ finding: PlainFinding, _ description: SequenceDescription) {
        add(
            CheckFinding(
                severity: finding.severity,
                code: finding.code,
                pattern: description.pattern,
                track: finding.track.map { description.trackNumber(ofIndex: $0) },
                port: description.hasOnePort
                    ? nil
                    : finding.channelIndex.map {
                        description.portNumber(ofSampler: UInt8(truncatingIfNeeded: $0 >> 4))
                    },
                channel: finding.channelIndex.map { $0 & 15 + 1 },
                tick: finding.tick,
                time: finding.tick.map(description.time(atTick:)),
                detail: finding.detail
            )
        )
    }

    private mutating func add(_ finding: CheckFinding) {
        guard codes.contains(finding.code) else { return }
        let kind = CheckKind(severity: finding.severity, code: finding.code)
        if counts[kind] == nil { order.append(kind) }
        counts[kind, default: 0] += 1
        // A file of many patterns would have so many of each.
        guard kept[kind, default: []].count < CheckReport.limit else { return }
        kept[kind, default: []].append(finding)
    }
}

extension CheckReport {
    /// How many findings of a kind are kept.
    static let limit = 100
}

extension FaultReport {
    /// The faults of one sequence of a file.
    fileprivate init(_ description: SequenceDescription, in file: MIDIFile) {
        self.init(
            of: description.sequence,
            in: file,
            pattern: description.pattern.map { $0 - 1 },
            limit: CheckReport.limit
        )
    }
}
