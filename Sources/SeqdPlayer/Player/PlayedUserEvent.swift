public import Sequencer

/// A user event that playing has passed.
public struct PlayedUserEvent: Hashable, Sendable {
    /// The event: its tick, its track and its data.
    public var event: UserEvent
    /// Whether it lies before the position at which playing began.
    public var isChased: Bool
}
