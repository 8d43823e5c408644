/// Finds texts that are not readable in any encoding that is used in files.
enum UnreadableText {
    /// The reason why bytes are not a text, to follow "text …"; `nil` if they can be one.
    static func reason(_ bytes: ArraySlice<UInt8>) -> String? {
        // UTF-16 has its mark (RP-026, section 5) and zeros all over.
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            return nil
        }
        // Fixed-size buffers leave zeros at the end.
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
        let text = bytes[bytes.startIndex..<end]
        // Tabs, line ends and the escape of ISO 2022 are part of texts.
        if let byte = text.first(where: {
            $0 < 0x20 && !(9...13).contains($0) && $0 != 0x1B || $0 == 0x7F
        }) {
            let digits = String(byte, radix: 16, uppercase: true)
            return "contains the control character 0x\(byte < 16 ? "0" : "")\(digits)"
        }
        guard text.contains(where: isUndefined), String(validating: text, as: UTF8.self) == nil,
            !isShiftJIS(text)
        else { return nil }
        return "is neither UTF-8 nor Shift-JIS nor Windows-1252"
    }

    /// Whether a byte is not defined in Windows-1252 (WHATWG Encoding Standard).
    private static func isUndefined(_ byte: UInt8) -> Bool {
        [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte)
    }

    /// Whether all bytes are single-byte characters or whole pairs of Shift-JIS.
    private static func isShiftJIS(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let lead = rest.popFirst() {
            switch lead {
            case 0x00...0x7F, 0xA1...0xDF: continue
            case 0x81...0x9F, 0xE0...0xFC:
                guard let trail = rest.popFirst(), (0x40...0xFC).contains(trail), trail != 0x7F
                else { return false }
            default: return false
            }
        }
        return true
    }
}
