extension TextOutput {
    /// Adds bytes as a quoted string.
    ///
    /// Well-formed UTF-8 is written as it is; `\xNN` represents the bytes of all else, of control
    /// characters and of characters that change the direction of writing.
    func append(quoted bytes: ArraySlice<UInt8>) {
        append(0x22)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            switch byte {
            case 0x22: append(#"\""#)
            case 0x5C: append(#"\\"#)
            case 0x0A: append(#"\n"#)
            case 0x0D: append(#"\r"#)
            case 0x09: append(#"\t"#)
            case 0x20...0x7E: append(byte)
            case 0x80...:
                let end = UTF8Scalar.end(in: bytes, at: position)
                append(scalar: bytes[position..<(end ?? position + 1)], isWellFormed: end != nil)
                position = end ?? position + 1
                continue
            default: append(escaped: byte)
            }
            position += 1
        }
        append(0x22)
    }

    private func append(scalar bytes: ArraySlice<UInt8>, isWellFormed: Bool) {
        if isWellFormed, UTF8Scalar.isVisible(bytes) {
            for byte in bytes { append(byte) }
        } else {
            for byte in bytes { append(escaped: byte) }
        }
    }

    private func append(escaped byte: UInt8) {
        append(#"\x"#)
        append(hexadecimal: byte)
    }

    /// Adds a text of a comment: on the line, and without control characters of a terminal.
    func append(comment text: String) {
        for scalar in text.unicodeScalars {
            append(text: String(UTF8Scalar.isVisible(scalar) ? scalar : " "))
        }
    }
}
