/// The notes that cut earlier notes of their key, as drums of the Sound Canvas do.
public enum NoteCut: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// None: it fades in its release.
    case off
    /// Those of drums.
    case drums
    /// All.
    case all
}
