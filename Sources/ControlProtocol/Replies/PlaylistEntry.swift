/// A playlist that the daemon keeps.
public struct PlaylistEntry: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The number of files in it.
    public var entries: Int

    /// Makes an entry.
    public init(name: String, entries: Int) {
        self.name = name
        self.entries = entries
    }
}

extension PlaylistEntry: ListedRecord {
    package init() { self.init(name: "", entries: 0) }

    package static let fields = Field<PlaylistEntry>.table {
        Field("name", \.name)
        Field("entries", \.entries)
    }

    package func words(at index: Int) -> String { "\(entries) \(name)" }

    static let list = AnswerList<PlaylistEntry>(
        "playlists",
        line: "playlist",
        "each playlist: number of files, and name; in JSON, objects with `name` and `entries`"
    )
}
