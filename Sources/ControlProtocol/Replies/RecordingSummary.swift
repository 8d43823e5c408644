/// The result of a recording.
public struct RecordingSummary: Hashable, Sendable {
    /// The path of the file.
    public var target: String
    /// The number of notes.
    public var notes: Int
    /// The number of tracks with music.
    public var tracks: Int
    /// The duration in seconds.
    public var seconds: Double
    /// The number of messages that were lost.
    public var lost: Int
    /// The tempo in quarter notes per minute, if it was guessed.
    public var guessedTempo: Double?

    /// Makes a summary.
    public init(_ target: String, notes: Int, tracks: Int, seconds: Double, lost: Int = 0) {
        self.target = target
        self.notes = notes
        self.tracks = tracks
        self.seconds = seconds
        self.lost = lost
    }
}

extension RecordingSummary: Record {
    package init() { self.init("", notes: 0, tracks: 0, seconds: 0) }

    package static let fields = Field<RecordingSummary>.table {
        Field("target", \.target, "the file")
        figures
    }

    /// All but the file.
    static let figures = Field<RecordingSummary>.table {
        Field("notes", \.notes, "number of notes")
        Field("tracks", \.tracks, "number of tracks with music")
        Field(
            "seconds",
            \.seconds,
            "duration of the file; a recording made along with a piece starts where the piece starts"
        )
        Field("lost", \.lost, "number of messages that were lost")
        Field("bpm", \.guessedTempo, "the tempo, if it was guessed")
    }
}
