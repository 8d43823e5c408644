/// MIDI bytes as hexadecimal digits: `903C64`.
enum HexBytes {
    /// Reads pairs of digits with nothing between them; `nil` for anything else.
    static func parse(_ text: String) -> [UInt8]? {
        let digits = text.unicodeScalars.map { Character($0).hexDigitValue }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), text.utf8.count == digits.count
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// The digits of bytes, two each.
    static func text(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
