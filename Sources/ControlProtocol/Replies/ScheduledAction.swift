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
