import Platform

/// The text of a playlist that is saved: M3U in UTF-8, an absolute path on each line.
struct PlaylistText {
    /// A file in the queue.
    struct File: Hashable, Sendable {
        /// The absolute path.
        var path: String
        /// The pattern of a file that has several, from 1.
        var pattern: Int?
    }

    /// The bytes of the file.
    let bytes: [UInt8]

    /// Writes a playlist.
    ///
    /// The patterns of a file that follow each other are one line, since reading the file adds all
    /// of them.
    ///
    /// - Parameter files: The files.
    init(_ files: [File]) {
        var text = ""
        var last: File?
        for file in files {
            let isContinued =
                file.path == last?.path && (file.pattern ?? 0) > 1
                && file.pattern == last?.pattern.map { $0 + 1 }
            if !isContinued { text += "\(Self.line(for: file.path))\n" }
            last = file
        }
        bytes = Array(text.utf8)
    }

    /// A path, or its URL if a line could not be read as this path.
    private static func line(for path: String) -> String {
        guard
            path.contains(where: \.isNewline) || path.last?.isWhitespace ?? false
                || path.hasUndecodedBytes
        else { return path }
        return FileURL.text(ofPath: path)
    }
}
