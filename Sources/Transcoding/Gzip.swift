/// Files that gzip has packed (RFC 1952).
public enum Gzip {
    /// The most bytes that are unpacked where nothing else is said: 256 MiB.
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
    /// What follows the last member and does not begin as one is left out, as gzip itself does:
    /// tapes and some servers fill up with zeros. Memory grows with what has been unpacked, never
    /// with what a header claims.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limit: The most bytes that may come out.
    /// - Returns: The content.
    /// - Throws: What is wrong with the file and where, or that it holds more than `limit`.
    public static func decompressed(
        _ bytes: [UInt8],
        limit: Int = usualLimit
    ) throws(TranscodingError) -> [UInt8] {
        guard isPresent(in: bytes) else {
            throw TranscodingError(.notGzip, offset: 0, "no gzip header")
        }
        var inflater = try Inflater(limit: limit)
        return try inflater.inflate(bytes)
    }
}
