/// A scene that the daemon has.
public struct SceneEntry: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The file of its rack, an absolute path; `nil` for none.
    public var rack: String?

    /// Makes an entry.
    public init(name: String, rack: String? = nil) {
        (self.name, self.rack) = (name, rack)
    }
}

extension SceneEntry: ListedRecord {
    package init() { self.init(name: "") }

    package static let fields = Field<SceneEntry>.table {
        Field("name", \.name)
        Field("rack", \.rack)
    }

    package func words(at index: Int) -> String { name }

    static let list = AnswerList<SceneEntry>(
        "scenes",
        line: "scene",
        "the name of each scene; in JSON, objects with `name` and `rack`"
    )
}
