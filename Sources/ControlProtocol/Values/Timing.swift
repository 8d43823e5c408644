/// The precision with which a scheduled command is done at its position.
public enum Timing: Hashable, Sendable {
    /// On the frame of the position.
    case exact
    /// In the audio period in which the position is reached, or one of the next.
    case near
}
