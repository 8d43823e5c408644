public import SMF
public import Sequencer

/// Something odd about a file, noticed in its bytes or when its tracks were put together.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public var severity: Diagnostic.Severity
    /// A stable word for what was noticed.
    public var code: String
    /// The track, from 1; `nil` where it is about the whole.
    public var track: Int?
    /// The place in the file in bytes, where there is one.
    public var offset: Int?
    /// The tick in the track, if there is one.
    public var tick: Int64?
    /// What was noticed and what was made of it, without the place.
    public var detail: String
    /// Place and phrase, to be printed after the file's name.
    public var description: String

    /// A fault in the bytes of a file.
    public init(_ diagnostic: Diagnostic) {
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
    public init(_ notice: Notice, pattern: Int?) {
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

extension PieceFile {
    /// The largest number of findings that are reported of a file; the others are counted.
    package static let reportLimit = 10

    /// All that was noticed: first in the file's bytes, then about its sequences.
    public var findings: [Finding] {
        let isFormat2 = file.format == .independent
        return file.diagnostics.map(Finding.init)
            + sequences.enumerated().flatMap { index, sequence in
                sequence.notices.map { Finding($0, pattern: isFormat2 ? index + 1 : nil) }
            }
    }
}
