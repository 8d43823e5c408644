/// The course of practice: keys that are waited for, that were played, and the sums so far.
public struct PracticeChange: Hashable, Sendable {
    /// The kinds of changes; the raw values are the protocol's words.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Playback waits for keys.
        case waiting
        /// The keys of a note or chord were played.
        case played
        /// A key was pressed that belongs to no note that is due.
        case wrong
        /// Practice of the piece has ended.
        case ended
    }

    /// The kind.
    public var kind: Kind
    /// The keys by their names; `nil` for ``Kind/ended``.
    public var keys: String?
    /// The position of the note or chord; `nil` for the other kinds.
    public var position: String?
    /// The seconds for which playback has waited: for this note, and at the end for all.
    public var waitedSeconds: Double?
    /// The number of notes and chords that were played.
    public var steps: Int
    /// The number of wrong keys.
    public var wrong: Int
    /// The number of notes and chords that playback has waited for.
    public var waits: Int

    /// Makes a change.
    public init(
        _ kind: Kind,
        keys: String? = nil,
        position: String? = nil,
        waitedSeconds: Double? = nil,
        steps: Int,
        wrong: Int,
        waits: Int
    ) {
        self.kind = kind
        self.keys = keys
        self.position = position
        self.waitedSeconds = waitedSeconds
        self.steps = steps
        self.wrong = wrong
        self.waits = waits
    }
}

extension PracticeChange.Kind: FieldValue {}

extension PracticeChange: Record {
    package init() { self.init(.ended, steps: 0, wrong: 0, waits: 0) }

    package static let fields = Field<PracticeChange>.table {
        Field("change", \.kind)
        Field("keys", \.keys, "by name")
        Field("position", \.position, "of the note or chord")
        Field("waitedSeconds", \.waitedSeconds, "for it, and at the end for all")
        Field("steps", \.steps, "played since the piece began")
        Field("wrong", \.wrong, "keys")
        Field("waits", \.waits)
    }
}
