import JSON

/// What became of a recording.
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

extension RecordingSummary {
    /// Writes it to an answer.
    func write(to answer: inout Answer) {
        var object = JSONObject()
        write(to: &object)
        for member in object.members { answer.set(member.key, member.value) }
    }

    /// Its members in an answer or an event.
    func write(to object: inout JSONObject) {
        object.set("target", target)
        object.set("notes", notes)
        object.set("tracks", tracks)
        object.set("seconds", seconds)
        object.set("lost", lost)
        object.set("bpm", guessedTempo)
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.string("target"),
            notes: try fields.integer("notes"),
            tracks: try fields.integer("tracks"),
            seconds: try fields.number("seconds"),
            lost: try fields.integer("lost")
        )
        guessedTempo = try fields.optionalNumber("bpm")
    }
}
