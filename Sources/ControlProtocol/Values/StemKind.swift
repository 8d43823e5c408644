/// The parts of which stems are written; the raw values are the protocol's words.
public enum StemKind: String, Hashable, Sendable, CaseIterable {
    case channels
    case samplers
    case tracks
}
