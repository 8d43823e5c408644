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
    private let incompleteCount: @Sendable (ArraySlice<UInt8>) -> Int
    /// The decoder of Japanese text, if lyrics may change to that with the tag `{@JP}` and back with
    /// `{@LATIN}` (RP-026); `nil` where one encoding counts for the whole file.
    public var japanese: (@Sendable () -> TextDecoder)?

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - name: The encoding's name.
    ///   - incompleteCount: Counts the bytes at the end of a text that begin a character and do not
    ///     complete it.
    ///   - decode: Makes a string of any bytes. It is called on any thread.
    public init(
        name: String,
        incompleteCount: @escaping @Sendable (ArraySlice<UInt8>) -> Int = { _ in 0 },
        decode: @escaping @Sendable (ArraySlice<UInt8>) -> String
    ) {
        self.name = name
        self.incompleteCount = incompleteCount
        self.decode = decode
    }

    /// UTF-8 if a text is valid as such, else Windows-1252; see ``MIDIFile/text(decoding:)``.
    public static let utf8OrWindows1252 = utf8OrWindows1252(named: "UTF-8")

    /// The decoder by the name of the encoding that a file has.
    static func utf8OrWindows1252(named name: String) -> TextDecoder {
        TextDecoder(
            name: name,
            incompleteCount: { name == "UTF-8" ? UTF8Tail($0).count : 0 },
            decode: { MIDIFile.text(decoding: $0) }
        )
    }

    /// Moves bytes between texts that follow each other, so that none begins or ends inside a
    /// character.
    ///
    /// Some writers cut lyrics into bytes. A character belongs to the text in which it begins; a text
    /// that only completes one is empty afterwards.
    ///
    /// - Parameter texts: The texts.
    public func joinCharacters(in texts: inout [ArraySlice<UInt8>]) {
        for index in texts.indices.dropLast() {
            let tail = texts[index].suffix(incompleteCount(texts[index]))
            guard !tail.isEmpty, let rest = rest(of: tail, in: texts[(index + 1)...]) else {
                continue
            }
            texts[index] += rest
            var count = rest.count
            for next in (index + 1)..<texts.endIndex where count > 0 {
                let taken = min(count, texts[next].count)
                texts[next] = texts[next].dropFirst(taken)
                count -= taken
            }
        }
    }

    /// The bytes that complete a character; `nil` if those that follow do not.
    private func rest(
        of tail: ArraySlice<UInt8>,
        in texts: ArraySlice<ArraySlice<UInt8>>
    ) -> [UInt8]? {
        var character = Array(tail)
        for byte in texts.lazy.joined().prefix(4) {
            character.append(byte)
            guard incompleteCount(character[...]) == 0 else { continue }
            let text = decode(character[...]).unicodeScalars
            guard text.count == 1, text.first != "\u{FFFD}" else { return nil }
            return Array(character.dropFirst(tail.count))
        }
        return nil
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
