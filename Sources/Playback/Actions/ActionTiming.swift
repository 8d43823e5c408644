/// The exactness with which an action is done that waits for a position.
public enum ActionTiming: Hashable, Sendable {
    /// On the frame of the position.
    case exact
    /// In the audio period in which the position is reached, or one of the next.
    case near
}
