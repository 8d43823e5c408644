/// Data that is compressed in zlib's own format (RFC 1950).
public enum Zlib {
    /// Unpacks data; bytes after its end are left out.
    ///
    /// Memory grows with the decompressed content.
    ///
    /// - Parameters:
    ///   - bytes: The data.
    ///   - limit: The most bytes that may come out.
    /// - Returns: The content.
    /// - Throws: The fault of the data with its position, or that it holds more than `limit`.
    public static func decompressed(
        _ bytes: [UInt8],
        limit: Int = Gzip.usualLimit
    ) throws(TranscodingError) -> [UInt8] {
        var inflater = try Inflater(.zlib, limit: limit)
        return try inflater.inflate(bytes)
    }
}
