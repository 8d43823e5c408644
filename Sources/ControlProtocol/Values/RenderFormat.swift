/// The formats of samples in sound files; the raw values are the protocol's words.
public enum RenderFormat: String, Hashable, Sendable, CaseIterable {
    case s16
    case s24
    case s32
    case float
}
