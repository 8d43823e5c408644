import CSndFile

/// The texts of a sound file about its content, and the frames that its player may repeat.
///
/// Every type but `raw` holds them, as far as its own fields go: INFO chunks in WAV, ID3 in MP3,
/// those of them in Latin-1; comments in FLAC, Ogg and Opus, and in AIFF the title, the artist, the copyright and the comment.
public struct SoundFileTags: Hashable, Sendable {
    /// A text.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The name of the piece.
        case title
        /// The performer or author.
        case artist
        /// The name of the collection.
        case album
        /// The number in the collection.
        case track
        /// The rights.
        case copyright
        /// Anything else.
        case comment
        /// The kind of music.
        case genre
        /// The date, as a year or as year-month-day.
        case date
        /// The program that wrote the file.
        case encoder
    }

    /// The texts.
    public var texts: [Key: String] = [:]
    /// The frames that a player may repeat, once it has played what is before them; `nil` for none.
    ///
    /// A WAV or AIFF file has them as a loop of its instrument (`smpl`, `INST`); FLAC, Ogg and Opus as
    /// the comments `LOOPSTART` and `LOOPLENGTH`, as game engines read them; other types not at all.
    public var loop: Range<Int64>?

    /// No tags.
    public init() {}
}

extension SoundFileTags.Key {
    /// libsndfile's number of the text.
    var libraryString: Int32 {
        switch self {
        case .title: Int32(SF_STR_TITLE)
        case .artist: Int32(SF_STR_ARTIST)
        case .album: Int32(SF_STR_ALBUM)
        case .track: Int32(SF_STR_TRACKNUMBER)
        case .copyright: Int32(SF_STR_COPYRIGHT)
        case .comment: Int32(SF_STR_COMMENT)
        case .genre: Int32(SF_STR_GENRE)
        case .date: Int32(SF_STR_DATE)
        case .encoder: Int32(SF_STR_SOFTWARE)
        }
    }
}
