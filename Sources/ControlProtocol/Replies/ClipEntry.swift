import Wording

/// A clip that clients play.
public struct ClipEntry: Hashable, Sendable {
    /// The states of a clip; the raw values are the protocol's words.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It does not play.
        case idle
        /// It was started, and waits for its frame: behind what its strip plays, or for a moment.
        case waiting
        case playing
    }

    /// Its name.
    public var clip: String
    /// Its state.
    public var state: State
    /// The name of the strip that it is heard through.
    public var strip: String
    /// The length in seconds; `nil` for one that repeats for ever.
    public var seconds: Double?
    /// The path of the file.
    public var file: String

    /// Makes an entry for a clip that does not play.
    public init(_ clip: String, strip: String, file: String, seconds: Double? = nil) {
        (self.clip, self.strip, self.file, self.seconds) = (clip, strip, file, seconds)
        state = .idle
    }
}

extension ClipEntry {
    /// The line in words.
    package func words(at index: Int) -> String {
        let length = seconds.map { NumberText.decimal($0) } ?? "endless"
        return "\(state.rawValue) \(length) \(Words.word(for: clip)) "
            + "\(Words.word(for: strip)) <- \(Words.word(for: file))"
    }
}

extension ClipEntry.State: FieldValue {}

extension ClipEntry: ListedRecord {
    package init() { self.init("", strip: "", file: "") }

    package static let fields = Field<ClipEntry>.table {
        Field("clip", \.clip)
        Field("state", \.state)
        Field("strip", \.strip)
        Field("seconds", \.seconds, "the length; left out for one that repeats for ever")
        Field("file", \.file)
    }

    static let list = AnswerList<ClipEntry>(
        "clips",
        line: "clip",
        "each clip: `idle`, `waiting` or `playing`, length in seconds or `endless`, name, strip `<-` "
            + "file; in JSON, objects"
    )
}
