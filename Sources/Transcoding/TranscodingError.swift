/// The reason why bytes could not be converted.
public struct TranscodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    ///
    /// The raw values are stable: scripts may rely on them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The bytes do not begin as gzip's do.
        case notGzip = "not-gzip"
        /// Packed bytes that are wrong, or whose checksum is.
        case damaged
        /// Packed bytes that end too early.
        case cutShort = "cut-short"
        /// More comes out than may.
        case tooLarge = "too-large"
        /// No encoding has that name.
        case unknownEncoding = "unknown-encoding"
        /// There is not enough memory for another converter.
        case noResources = "no-resources"
    }

    /// The kind of failure.
    public let code: Code
    /// The position in the compressed input, in bytes from its start; `nil` if it does not matter.
    public let offset: Int?
    /// A phrase: the problem and what was expected, without the position.
    public let detail: String

    /// Makes an error.
    public init(_ code: Code, offset: Int? = nil, _ detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// The message, to be printed after the name of the file or option.
    public var description: String {
        guard let offset else { return detail }
        return "byte 0x\(String(offset, radix: 16, uppercase: true)): \(detail)"
    }
}
