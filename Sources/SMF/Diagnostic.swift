/// Something that a reader noticed: what, where and how bad.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was noticed.
    public var code: Code
    /// How bad it is.
    public var severity: Severity
    /// The track, from 0 in the order of the file's track chunks; `nil` where it is about the file.
    public var track: Int?
    /// The place in the input, in bytes from its start.
    public var offset: Int
    /// The time in the track, where there is one.
    public var tick: Int64?
    /// A phrase that says what is wrong and what was made of it.
    public var detail: String

    /// Makes a diagnostic.
    public init(
        code: Code,
        severity: Severity,
        track: Int? = nil,
        offset: Int,
        tick: Int64? = nil,
        detail: String
    ) {
        self.code = code
        self.severity = severity
        self.track = track
        self.offset = offset
        self.tick = tick
        self.detail = detail
    }

    /// Place and phrase, to be printed after the file's name.
    ///
    /// For example `track 3, byte 0x1A2: end of track missing (repaired)`. Tracks count from 1 here.
    public var description: String {
        let place = track.map { "track \($0 + 1), " } ?? ""
        return "\(place)byte \(hexadecimal(offset)): \(detail)"
    }

    /// How bad something is.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Odd but legal.
        case note
        /// The specification is violated; no music is lost.
        case warning
        /// Music is lost or guessed.
        case error

        /// Whether the left one is the milder.
        public static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }
}

/// A number as messages show places in files: `0x1A2`.
func hexadecimal(_ number: Int) -> String {
    "0x" + String(number, radix: 16, uppercase: true)
}
