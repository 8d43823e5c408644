/// Files that are compressed by gzip (RFC 1952).
public enum Gzip {
    /// The default limit of decompressed bytes: 256 MiB.
    ///
    /// No MIDI file is larger, and a hostile one of 260 KB could otherwise claim any amount:
    /// deflate packs up to 1032 bytes into one.
    public static let usualLimit = 1 << 28

    /// Whether bytes begin as a file of gzip's does.
    public static func isPresent(in bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    /// Unpacks a file: all its members, one behind the other.
    ///
    /// Bytes after the last member that do not begin another are left out, as by gzip itself: tapes
    /// and some servers pad with zeros. Memory grows with the decompressed content, not with the
    /// claims of a header.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limit: The most bytes that may come out.
    /// - Returns: The content.
    /// - Throws: The fault of the file with its position, or that it holds more than `limit`.
    public static func decompressed(
        _ bytes: [UInt8],
        limit: Int = usualLimit
    ) throws(TranscodingError) -> [UInt8] {
        guard isPresent(in: bytes) else {
            throw TranscodingError(.notGzip, offset: 0, "no gzip header")
        }
        var inflater = try Inflater(.gzip, limit: limit)
        return try inflater.inflate(bytes)
    }
}
