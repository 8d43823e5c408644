extension Lyrics {
    /// The information about the music in a file, beside the lyrics.
    ///
    /// Karaoke files have text events that begin with `@` and a letter; RP-026 has tags in lyric
    /// events, such as `{#Title=…}`.
    public struct Heading: Hashable, Sendable {
        /// The title, and in karaoke files often the artist and more behind it (`@T`).
        public var titles: [String] = []
        /// The language, four letters (`@L`).
        public var language: String?
        /// Anything else for people to read (`@I`).
        public var information: [String] = []
        /// The author of the words, or the rights (`@W`).
        public var notices: [String] = []
        /// The kind of file that it claims to be, such as `MIDI KARAOKE FILE` (`@K`).
        public var fileType: String?
        /// The version of its format, such as `0100` (`@V`).
        public var version: String?
        /// The singer (`{#Artist=…}`).
        public var artist: String?
        /// The composer of the music (`{#Composer=…}`).
        public var composer: String?
        /// The author of the words (`{#Lyrics=…}`).
        public var lyricist: String?

        /// Makes an empty heading.
        public init() {}

        /// Whether nothing is said.
        public var isEmpty: Bool { self == Heading() }

        /// Takes a karaoke file's text event that begins with `@`.
        mutating func add(karaoke text: String) {
            let rest = text.dropFirst(2)
            guard let first = rest.firstIndex(where: { !$0.isWhitespace }),
                let last = rest.lastIndex(where: { !$0.isWhitespace })
            else { return }
            let value = String(rest[first...last])
            switch text.dropFirst().first {
            case "T": titles.append(value)
            case "L": language = language ?? value
            case "I": information.append(value)
            case "W": notices.append(value)
            case "K": fileType = fileType ?? value
            case "V": version = version ?? value
            default: break
            }
        }

        /// Takes an item of information about the music (RP-026, section 5).
        mutating func add(item: String, _ value: String) {
            switch item.lowercased() {
            case "title": titles.append(value)
            case "artist": artist = artist ?? value
            case "composer": composer = composer ?? value
            case "lyrics": lyricist = lyricist ?? value
            default: information.append("\(item): \(value)")
            }
        }
    }
}
