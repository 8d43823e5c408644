/// A decoder of a file's text, which is bytes in an encoding that the file does not name.
///
/// ```swift
/// let decoder = TextDecoder(name: "EUC-KR") { bytes in converter.text(decoding: bytes) }
/// for text in track.texts { print(text.tick, decoder.text(of: text.bytes)) }
/// ```
public struct TextDecoder: Sendable {
    /// The encoding's name, for people to see.
    public let name: String
    private let decode: @Sendable (ArraySlice<UInt8>) -> String

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - name: The encoding's name.
    ///   - decode: Makes a string of any bytes. It is called on any thread.
    public init(name: String, decode: @escaping @Sendable (ArraySlice<UInt8>) -> String) {
        self.name = name
        self.decode = decode
    }

    /// UTF-8 if a text is valid as such, else Windows-1252; see ``MIDIFile/text(decoding:)``.
    public static let utf8OrWindows1252 = utf8OrWindows1252(named: "UTF-8")

    /// The decoder by the name of the encoding that a file has.
    static func utf8OrWindows1252(named name: String) -> TextDecoder {
        TextDecoder(name: name) { MIDIFile.text(decoding: $0) }
    }

    /// The string of a text.
    ///
    /// A text that begins with UTF-16's byte order mark is UTF-16 in any file (RP-026, section 5).
    public func text(of bytes: ArraySlice<UInt8>) -> String {
        UTF16Text(bytes).map(\.text) ?? decode(bytes)
    }
}

/// A text in UTF-16 with a byte order mark.
private struct UTF16Text {
    let text: String

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
        let start = bytes.startIndex
        let isBig: Bool
        switch (bytes[start], bytes[start + 1]) {
        case (0xFE, 0xFF): isBig = true
        case (0xFF, 0xFE): isBig = false
        default: return nil
        }
        let units = stride(from: start + 2, to: bytes.endIndex, by: 2).map { offset in
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        text = String(decoding: units, as: UTF16.self)
    }
}
