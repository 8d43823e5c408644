/// A command that waits for a position.
public struct ScheduledAction: Hashable, Sendable {
    /// The number that identifies it in events, from 1.
    public var action: Int
    /// The frame of the file at which it is due.
    public var due: Int64

    /// Makes the answer to a command that was scheduled.
    public init(action: Int, due: Int64) {
        self.action = action
        self.due = due
    }
}

extension ScheduledAction: Record {
    package init() { self.init(action: 0, due: 0) }

    package static let fields = Field<ScheduledAction>.table {
        Field("action", \.action, "with `at`: the number that identifies it in events")
        Field("due", \.due, "with `at`: the frame of the file at which it is due")
    }
}
