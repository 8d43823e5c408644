/// Telling characters in bytes that may be UTF-8.
enum UTF8Scalar {
    /// The end of the character that begins at a byte above 0x7F; `nil` if it is not well-formed.
    ///
    /// The Unicode Standard 15.0, table 3-7.
    static func end(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
        let count: Int
        let second: ClosedRange<UInt8>
        switch bytes[start] {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE, 0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard bytes.endIndex - start >= count, second.contains(bytes[start + 1]) else {
            return nil
        }
        let rest = bytes[(start + 2)..<(start + count)]
        return rest.allSatisfy { $0 & 0xC0 == 0x80 } ? start + count : nil
    }

    /// Whether a well-formed character is allowed in a line of text.
    static func isVisible(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(isVisible)
    }

    /// Whether a character is allowed in a line of text: it neither ends the line, nor controls a
    /// terminal, nor changes the direction of writing.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x7F || scalar.value < 0x20 else { return true }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // The marks, embeddings, overrides and isolates; and the byte order mark.
        case .format: !scalar.properties.isBidiControl && scalar.value != 0xFEFF
        default: true
        }
    }

    /// Whether all of the bytes are well-formed.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] < 0x80 {
                position += 1
            } else if let end = end(in: bytes, at: position) {
                position = end
            } else {
                return false
            }
        }
        return true
    }
}
