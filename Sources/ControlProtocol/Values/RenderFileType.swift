/// The kinds of sound file that are written; the raw values are the protocol's words.
public enum RenderFileType: String, Hashable, Sendable, CaseIterable {
    case wav
    case rf64
    case flac
    case ogg
    case opus
    case mp3
    case aiff
    case raw
}
