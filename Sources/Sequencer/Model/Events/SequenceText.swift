public import SMF

/// A text of a file, and the bytes that it is written with.
///
/// Files do not name their encoding. So that a text which is not touched is saved as it was read,
/// its bytes stay with it; a new one is written as UTF-8. Two texts are equal if their bytes are.
public struct SequenceText: Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The text.
    public let string: String
    /// The bytes of the text in a file.
    public let bytes: [UInt8]

    /// Makes a text, which is written as UTF-8.
    public init(_ string: String) {
        self.string = string
        bytes = Array(string.utf8)
    }

    /// Makes a text of a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the text in the file.
    ///   - decoder: The decoder of the bytes.
    public init(bytes: some Sequence<UInt8>, decoding decoder: TextDecoder) {
        self.bytes = Array(bytes)
        string = decoder.text(of: self.bytes[...])
    }

    /// Makes a text of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Bytes that a decoder makes the same string of, if there are any.
    ///
    /// Those of the file if they decode to the same text; otherwise UTF-8.
    func bytes(decodedBy decoder: TextDecoder) -> [UInt8] {
        decoder.text(of: bytes[...]) == string ? bytes : Array(string.utf8)
    }

    /// The text.
    public var description: String { string }

    /// Whether both are written with the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
