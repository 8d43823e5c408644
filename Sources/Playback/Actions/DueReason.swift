/// The reason why an action is due.
public enum DueReason: Hashable, Sendable {
    /// Its position was reached, or is too near for the engine to get it in time.
    case reached
    /// Its position is near, and the engine gets it. At the end of a loop it is done just before that,
    /// since playing does not reach the end itself.
    case ahead(atLoopEnd: Bool)
}
