import SMF
import Sequencer

/// Something odd about a song, noticed in its bytes or when its tracks were put together.
struct Finding: Hashable, Sendable, CustomStringConvertible {
    var severity: Diagnostic.Severity
    /// A stable word for what was noticed.
    var code: String
    /// The track, from 1; `nil` where it is about the whole.
    var track: Int?
    /// The place in the file in bytes, where there is one.
    var offset: Int?
    var tick: Int64?
    /// What was noticed and what was made of it, without the place.
    var detail: String
    /// Place and phrase, to be printed after the file's name.
    var description: String

    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity
        code = diagnostic.code.rawValue
        track = diagnostic.track.map { $0 + 1 }
        offset = diagnostic.offset
        tick = diagnostic.tick
        detail = diagnostic.detail
        description = diagnostic.description
    }

    /// A notice about a sequence; in a file of format 2, `pattern` (from 1) is which one, and that
    /// is its track.
    init(_ notice: Notice, pattern: Int?) {
        severity = notice.severity
        code = notice.code.rawValue
        track = pattern ?? notice.track.map { $0 + 1 }
        tick = notice.tick
        detail = notice.detail
        var placed = notice
        placed.track = pattern.map { $0 - 1 } ?? notice.track
        description = placed.description
    }
}

extension SongFile {
    /// All that was noticed: first in the file's bytes, then about its sequences.
    var findings: [Finding] {
        let isFormat2 = file.format == .independent
        return file.diagnostics.map(Finding.init)
            + sequences.enumerated().flatMap { index, sequence in
                sequence.notices.map { Finding($0, pattern: isFormat2 ? index + 1 : nil) }
            }
    }

    /// Prints what was noticed on stderr.
    func report(_ reporting: Reporting) {
        let threshold: Diagnostic.Severity
        switch reporting {
        case .nothing: return
        case .errors: threshold = .error
        case .everything: threshold = .note
        }
        let all = findings.filter { $0.severity >= threshold }
        // The last place is not spent on "1 more".
        let shown = all.count <= Self.reportLimit ? all.count : Self.reportLimit - 1
        for finding in all.prefix(shown) {
            let severity = reporting == .everything ? "\(finding.severity.rawValue): " : ""
            Console.report("\(name): \(severity)\(finding)")
        }
        guard shown < all.count else { return }
        Console.report(
            "\(name): \(all.count - shown) more such messages (seqd inspect lists them)"
        )
    }
}
