import SamplerHost

/// The value of `render --normalize`: a level, and whether all files reach it together.
struct RenderLevel: Sendable {
    var level: Normalization
    /// Whether all files get the same gain.
    var isOfAlbum: Bool

    /// Reads `lufs=-14`, `album,lufs=-14` and `album`, which is `album,true-peak=-1`.
    ///
    /// - Throws: What was expected.
    init(parsing text: String) throws {
        let album = "album"
        isOfAlbum = text == album || text.hasPrefix(album + ",")
        if text == album {
            level = .truePeak(-1)
            return
        }
        level = try Normalization(
            option: isOfAlbum ? String(text.dropFirst(album.count + 1)) : text,
            behind: isOfAlbum ? "album," : "",
            or: ", or album and a comma before one of these"
        )
    }
}
