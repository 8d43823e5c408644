public import Sequencer

/// The tracks of a recording.
public struct RecordingTracks: Hashable, Sendable {
    /// The messages that share a track; the raw values are the protocol's words.
    public enum Split: String, Hashable, Sendable, CaseIterable {
        case input
        case channel
    }

    /// The messages that share a track; `nil` for those of an input.
    public var split: Split?
    /// The grid of the notes; `nil` leaves them where they were played.
    public var grid: NoteValue?
    /// Whether a file is replaced.
    public var replaces = false

    /// Makes the usual tracks.
    public init() {}
}
