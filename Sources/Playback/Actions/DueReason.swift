/// Why an action is due.
public enum DueReason: Hashable, Sendable {
    /// Its position has been reached, or is too near for the engine to hear of it in time.
    case reached
    /// Its position is near: the engine is told. At the end of a loop it begins just before that,
    /// since playing does not reach the end itself.
    case ahead(atLoopEnd: Bool)
}
