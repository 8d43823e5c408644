import CZlib

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

    /// Compresses bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: One stream with its header and checksum.
    /// - Throws: `noResources` where there is no memory.
    public static func compressed(_ bytes: [UInt8]) throws(TranscodingError) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        let result = unsafe compress2(
            &output,
            &length,
            bytes,
            uLong(bytes.count),
            Z_DEFAULT_COMPRESSION
        )
        guard result == Z_OK else {
            throw TranscodingError(.noResources, "out of memory while compressing")
        }
        output.removeLast(output.count - Int(length))
        return output
    }
}
