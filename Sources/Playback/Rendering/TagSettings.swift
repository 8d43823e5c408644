package import SamplerHost

/// The tags of a rendered file, beside those that come from its music.
package struct TagSettings: Hashable, Sendable {
    /// The texts that replace those of the music; an empty one removes it.
    package var texts: [SoundFileTags.Key: String] = [:]

    /// The name of the program.
    ///
    /// libsndfile adds its version to a text that does not name it, and the bytes of a file must not
    /// depend on that.
    private static let encoder = "seqd (libsndfile)"

    /// Makes settings for the tags of the music alone.
    package init() {}

    /// The tags of a file.
    ///
    /// - Parameters:
    ///   - music: The texts of the music.
    ///   - loop: The frames that a player may repeat; `nil` for none.
    /// - Returns: The tags.
    func tags(of music: [SoundFileTags.Key: String], loop: Range<Int64>?) -> SoundFileTags {
        var tags = SoundFileTags()
        tags.texts = music
        tags.texts[.encoder] = Self.encoder
        tags.texts.merge(texts) { _, given in given }
        tags.texts = tags.texts.filter { !$0.value.isEmpty }
        tags.loop = loop
        return tags
    }
}
