/// Something that was found in a file: its kind, severity and position.
///
/// Reading a file finds damage in its bytes. Other modules add what they find in the music, with
/// codes of their own.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the finding.
    public var code: Code
    /// The severity.
    public var severity: Severity
    /// The track, from 0 in the order of the file's track chunks; `nil` for the whole file.
    public var track: Int?
    /// The port as the file counts it (FF 21), from 0; `nil` unless there is a channel.
    public var port: UInt8?
    /// The channel, 0 … 15; `nil` if it does not matter.
    public var channel: UInt8?
    /// The position in the input, in bytes from its start; `nil` for a finding in the music.
    public var offset: Int?
    /// The time in the track; `nil` if it has none.
    public var tick: Int64?
    /// A phrase: the problem, and how it is dealt with.
    public var detail: String

    /// Makes a diagnostic.
    public init(
        code: Code,
        severity: Severity,
        track: Int? = nil,
        port: UInt8? = nil,
        channel: UInt8? = nil,
        offset: Int? = nil,
        tick: Int64? = nil,
        detail: String
    ) {
        self.code = code
        self.severity = severity
        self.track = track
        self.port = port
        self.channel = channel
        self.offset = offset
        self.tick = tick
        self.detail = detail
    }

    /// Position and phrase, to be printed after the file's name.
    ///
    /// For example `track 3, byte 0x1A2: end of track missing (repaired)`; without a byte, the tick
    /// takes its place. Tracks and channels count from 1 here.
    public var description: String {
        let position = [
            track.map { "track \($0 + 1)" },
            channel.map { "channel \($0 + 1)" },
            offset.map { "byte \(hexadecimal($0))" } ?? tick.map { "tick \($0)" },
        ].compactMap { $0 }
        return position.isEmpty ? detail : "\(position.joined(separator: ", ")): \(detail)"
    }

    /// The kind and severity of diagnostics that are counted together.
    public struct Kind: Hashable, Sendable {
        /// The kind of the finding.
        public var code: Code
        /// The severity.
        public var severity: Severity

        /// Makes a kind.
        public init(code: Code, severity: Severity) {
            self.code = code
            self.severity = severity
        }
    }

    /// The kind and severity.
    public var kind: Kind { Kind(code: code, severity: severity) }

    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Odd but legal.
        case note
        /// The specification is violated; no music is lost.
        case warning
        /// Music is lost or guessed.
        case error

        /// Whether the left severity is the milder one.
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

/// A number as messages show positions in files: `0x1A2`.
package func hexadecimal(_ number: Int) -> String {
    "0x" + String(number, radix: 16, uppercase: true)
}
