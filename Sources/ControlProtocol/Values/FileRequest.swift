/// Files for the queue, and how they are read and played.
public struct FileRequest: Hashable, Sendable {
    /// The files, folders and playlists.
    public var sources: [SourcePath]
    /// The encoding of names, markers and lyrics, by a name that `iconv -l` lists; `nil` for the
    /// daemon's default.
    public var encoding: String?
    /// Whether a SoundFont inside a file has priority over the others; `nil` for the daemon's
    /// default.
    public var embeddedFont: Bool?

    /// Makes a request for sources.
    public init(_ sources: [SourcePath], encoding: String? = nil, embeddedFont: Bool? = nil) {
        self.sources = sources
        self.encoding = encoding
        self.embeddedFont = embeddedFont
    }

    /// Makes a request for files, folders and playlists by their absolute paths.
    public init(paths: [String], encoding: String? = nil, embeddedFont: Bool? = nil) {
        self.init(
            paths.map { SourcePath($0) },
            encoding: encoding,
            embeddedFont: embeddedFont
        )
    }
}
