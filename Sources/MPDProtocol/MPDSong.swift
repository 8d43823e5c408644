/// A file with the texts that clients show.
package struct MPDSong: Hashable, Sendable {
    /// The tags that songs have.
    package enum Tag: String, Hashable, Sendable, CaseIterable {
        case artist = "Artist"
        case title = "Title"

        /// The tag of a name in any case; `nil` if songs do not have it.
        package init?(named name: String) {
            let lower = name.lowercased()
            guard let tag = Self.allCases.first(where: { $0.rawValue.lowercased() == lower }) else {
                return nil
            }
            self = tag
        }
    }

    /// The name of the file.
    package var file: String
    /// The tags.
    package var tags: [Tag: String]
    /// The length in seconds; `nil` if it is not known.
    package var seconds: Double?

    /// Makes a song.
    package init(file: String, tags: [Tag: String] = [:], seconds: Double? = nil) {
        self.file = file
        self.tags = tags
        self.seconds = seconds
    }

    /// Adds its lines to an answer.
    ///
    /// - Parameters:
    ///   - reply: The answer.
    ///   - shown: The tags that the client wants.
    package func write(to reply: inout MPDReply, _ shown: Set<Tag>) {
        reply.add("file", file)
        for tag in Tag.allCases where shown.contains(tag) {
            if let text = tags[tag] { reply.add(tag.rawValue, text) }
        }
        guard let seconds else { return }
        reply.add("Time", Int(seconds.rounded()))
        reply.add("duration", seconds: seconds)
    }
}
