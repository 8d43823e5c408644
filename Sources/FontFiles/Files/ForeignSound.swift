/// Kinds of sound files that seqd neither reads nor writes, and ffmpeg does.
public enum ForeignSound {
    private static let extensions = ["m4a", "aac", "mp4", "wma", "mka", "webm", "ac3", "alac"]

    /// Whether a name's extension stands for one.
    public static func isNamed(by path: String) -> Bool {
        extensions.contains { path.lowercased().hasSuffix(".\($0)") }
    }
}
