extension String {
    /// The text on one line, without control characters.
    ///
    /// For text from files, which may contain terminal escapes. Each control and bidirectional
    /// formatting character becomes a space, and a byte of a file name that is not UTF-8 `\xE9`.
    package var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate:
                text.unicodeScalars.append(" ")
            // The bidirectional marks, embeddings, overrides and isolates.
            case .format where scalar.properties.isBidiControl:
                text.unicodeScalars.append(" ")
            case .privateUse:
                if let byte = scalar.undecodedByte {
                    text += "\\x" + String(byte, radix: 16, uppercase: true)
                } else {
                    text.unicodeScalars.append(scalar)
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
