/// The piece that is loaded, as the desktop shows it.
package struct MediaTrack: Hashable, Sendable {
    /// The name of its object, of ASCII letters, digits and underscores: that of no other entry.
    package var name: String
    /// Its absolute path; `nil` for standard input.
    package var path: String?
    package var title: String
    package var artist: String?
    /// Its length in microseconds at the speed of the file; `nil` if it is not known.
    package var length: Int64?

    /// Makes a track.
    ///
    /// - Parameters:
    ///   - name: The name of its object.
    ///   - path: Its absolute path; `nil` for standard input.
    ///   - title: Its title.
    ///   - artist: Its artist.
    ///   - length: Its length in microseconds.
    package init(
        name: String,
        path: String?,
        title: String,
        artist: String? = nil,
        length: Int64? = nil
    ) {
        self.name = name
        self.path = path
        self.title = title
        self.artist = artist
        self.length = length
    }
}
