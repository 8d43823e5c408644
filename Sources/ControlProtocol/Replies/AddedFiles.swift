/// The answer of `play` and `enqueue`.
public struct AddedFiles: Hashable, Sendable {
    /// The queue position of the first added file, from 1; `nil` after `play`.
    public var entry: Int?
    /// The number of queue entries added.
    public var added: Int
    /// Each file of a folder or playlist that was left out, and why.
    public var skipped: [String]
    /// The reason why nothing is audible; `nil` if something is.
    public var warning: String?

    /// Makes an answer.
    public init(entry: Int?, added: Int = 1, skipped: [String] = [], warning: String? = nil) {
        self.entry = entry
        self.added = added
        self.skipped = skipped
        self.warning = warning
    }
}

extension AddedFiles: Record {
    package init() { self.init(entry: nil) }

    package static let fields = Field<AddedFiles>.table {
        Field("entry", \.entry, "queue position of the first added file, from 1")
        Field("added", \.addedIfSeveral, "number of queue entries added, if not 1")
        Field(
            "skipped",
            line: "skipped",
            \.skipped,
            "each file left out, and why; in JSON, a list"
        ).unlessEmpty
        Field("warning", \.warning, AnswerKey.warning.help)
    }

    private var addedIfSeveral: Int? {
        get { added == 1 ? nil : added }
        set { added = newValue ?? 1 }
    }
}
