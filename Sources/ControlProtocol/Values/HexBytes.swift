/// MIDI bytes as hexadecimal digits: `903C64`.
package struct HexBytes: Hashable, Sendable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads pairs of digits with nothing between them; `nil` for anything else.
    init?(parsing text: String) {
        let digits = text.unicodeScalars.map { Character($0).hexDigitValue }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), text.utf8.count == digits.count
        else { return nil }
        bytes = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
    }

    /// The digits, two for each byte.
    var text: String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
