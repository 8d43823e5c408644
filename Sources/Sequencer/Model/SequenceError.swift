import SMF

/// The reason why a sequence cannot be made, played or saved.
public struct SequenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of reason; the raw values are stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file has several independent patterns (format 2).
        case severalSequences = "several-sequences"
        /// The tracks of the file do not fit the options.
        case conversion
        /// Two events of a track, or the last and its end, are further apart than 64 times what a
        /// file can say between two events.
        case gapTooLong = "gap-too-long"
        /// Loops make more events than are allowed.
        case tooManyEvents = "too-many-events"
        /// More tracks than a file can have, or a player can distinguish.
        case tooManyTracks = "too-many-tracks"
    }

    /// The kind of the reason.
    public var code: Code
    /// The track, from 0 in the sequence; `nil` if it is about the whole or the tempo track.
    public var track: Int?
    /// A phrase: the content, and what was expected.
    public var detail: String

    /// Makes an error.
    public init(code: Code, track: Int? = nil, detail: String) {
        self.code = code
        self.track = track
        self.detail = detail
    }

    /// Takes over why a file's tracks could not be converted.
    init(_ error: SMFWriteError) {
        self.init(code: .conversion, track: error.track, detail: error.detail)
    }

    /// Position and phrase.
    public var description: String {
        track.map { "track \($0 + 1): \(detail)" } ?? detail
    }
}
