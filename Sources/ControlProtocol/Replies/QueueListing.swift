import Sequencer

/// The queue, and the entry that plays or was last played.
public struct QueueListing: Hashable, Sendable {
    /// The current entry, from 1; `nil` if there is none.
    public var current: Int?
    /// A number that grows with each change of the queue; `nil` from older daemons.
    public var version: Int?
    /// The files in order.
    public var entries: [QueueEntry]

    /// Makes a listing.
    public init(current: Int?, version: Int? = nil, entries: [QueueEntry]) {
        self.current = current
        self.version = version
        self.entries = entries
    }
}

/// A file in the queue.
public struct QueueEntry: Hashable, Sendable {
    /// The file's path.
    public var path: String
    /// The length in seconds at speed 1, and at the tempo set with `tempo`.
    public var seconds: Double
    /// The ID, which stays the same when the queue is edited; 0 from older daemons.
    public var id: Int
    /// The priority in random order, 0 … 255.
    public var priority: Int

    /// Makes an entry.
    public init(path: String, seconds: Double, id: Int = 0, priority: Int = 0) {
        self.path = path
        self.seconds = seconds
        self.id = id
        self.priority = priority
    }
}

extension QueueListing: Record {
    package init() { self.init(current: nil, entries: []) }

    package static let fields = Field<QueueListing>.table {
        Field("current", \.current, "the current entry, from 1")
        Field("version", \.version, "a number that grows with each change of the queue")
        Field(
            "entries",
            line: "entry",
            \.entries,
            "each file: number, length and path; in JSON, objects with `path`, `seconds`, "
                + "`priority` and `id`, which stays the same when the queue is edited"
        )
    }
}

extension QueueEntry: ListedRecord {
    package init() { self.init(path: "", seconds: 0) }

    package static let fields = Field<QueueEntry>.table {
        Field("path", \.path)
        Field("seconds", \.seconds)
        Field("id", \.id).ifPresent
        Field("priority", \.priority).ifPresent
    }

    package func words(at index: Int) -> String {
        "\(index + 1) \(TimeText.text(seconds: seconds)) \(path)"
    }
}
