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
