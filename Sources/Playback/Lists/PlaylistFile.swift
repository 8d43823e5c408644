import Platform

/// A playlist in the M3U format: a path on each line, and comments that begin with `#`.
public struct PlaylistFile {
    /// The files of the playlist, in its order.
    public let paths: [String]

    /// Reads a playlist.
    ///
    /// A path that is not UTF-8 is that of the file with just these bytes in its name; if there is
    /// none, it is Latin 1, the original encoding of `.m3u`.
    ///
    /// - Parameters:
    ///   - bytes: Its content.
    ///   - path: Its path: relative paths begin in its folder.
    public init(_ bytes: [UInt8], at path: String) {
        self.init(bytes, at: path) { FileStatus($0) != nil }
    }

    /// Reads a playlist; `exists` tells whether there is a file.
    init(_ bytes: [UInt8], at path: String, exists: (String) -> Bool) {
        var content = bytes[...]
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        paths =
            String(systemPathBytes: content)
            .split { $0.isNewline }
            .map(Self.trimmed)
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
            .map { entry in
                let path = Self.path(of: entry, in: folder)
                guard entry.hasUndecodedBytes, !exists(path) else { return path }
                let text = entry.systemPathBytes.map { Unicode.Scalar($0) }
                return Self.path(of: String(String.UnicodeScalarView(text)), in: folder)
            }
    }

    private static func trimmed(_ line: Substring) -> String {
        var line = line
        while let last = line.last, last.isWhitespace { line.removeLast() }
        return String(line.drop { $0.isWhitespace })
    }

    private static func path(of entry: String, in folder: String) -> String {
        if let path = FileURL.path(of: entry) { return path }
        if entry.hasPrefix("/") { return entry }
        // A "-" alone would be standard input.
        return (folder.isEmpty && entry.hasPrefix("-") ? "./" : folder) + entry
    }
}
