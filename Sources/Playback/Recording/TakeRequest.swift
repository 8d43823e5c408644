public import SMF
public import Sequencer

/// A take that is to be recorded.
public struct TakeRequest: Sendable {
    /// The file.
    public var path: String
    /// Whether the file may replace another one.
    public var mayReplace = false
    /// The settings.
    public var plan: TakePlan
    /// The inputs that are recorded, from 0; `nil` for all.
    public var inputs: Set<Int>?
    /// The file to whose tracks those of the take are added; `nil` for a file with the take alone.
    public var accompaniment: MIDIFile?

    /// Describes a take.
    public init(_ path: String, _ plan: TakePlan) {
        self.path = path
        self.plan = plan
    }
}

/// The result of a take.
public struct TakeSummary: Hashable, Sendable {
    /// The file.
    public var path: String
    /// The number of notes in it.
    public var notes: Int
    /// The number of tracks in it that were recorded.
    public var tracks: Int
    /// The duration, in nanoseconds.
    public var duration: Int64
    /// The number of events that found no room in the queue to the recorder.
    public var dropped: Int
    /// Something that is missing in the file, in words; `nil` if nothing is.
    public var remark: String?
    /// The tempo that was guessed; `nil` if it was known.
    public var guessedTempo: Double?
}
