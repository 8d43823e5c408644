/// A change of the transport, and the state after it.
public struct TransportChange: Hashable, Sendable {
    /// The kinds of change.
    public enum Change: String, Hashable, Sendable, CaseIterable {
        /// A file plays from its start.
        case started
        /// Playback resumes after a pause or a stop.
        case continued
        /// Playback is paused.
        case paused
        /// Playback is stopped.
        case stopped
        /// A file has ended.
        case ended
        /// The position changed by `seek`, `next` or the like.
        case located
        /// Speed, tempo, loop, gain, mutes, transposition, metronome, SoundFonts or queue changed.
        case changed
    }

    /// The kind of change.
    public var change: Change
    /// The state after it.
    public var state: DaemonStatus.State
    /// The path of the current file; `nil` if there is none.
    public var file: String?
    /// The file's position in the queue, from 1.
    public var entry: Int?

    /// Makes a change.
    public init(_ change: Change, _ state: DaemonStatus.State, file: String?, entry: Int?) {
        self.change = change
        self.state = state
        self.file = file
        self.entry = entry
    }
}

extension TransportChange.Change: FieldValue {}

extension TransportChange: Record {
    package init() { self.init(.changed, .stopped, file: nil, entry: nil) }

    package static let fields = Field<TransportChange>.table {
        Field("change", \.change)
        Field("state", \.state)
        Field("file", \.file, "if one is loaded")
        Field("entry", \.entry, "if a file is loaded")
    }
}
