/// Bytes as text, RFC 4648, section 4.
public enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    /// The values of the characters; 64 for those that are no digits.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The text of bytes.
    public static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.enumerated().reduce(0) {
                $0 | Int($1.element) << (16 - 8 * $1.offset)
            }
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(
                    isPadding ? UInt8(ascii: "=") : digits[number >> (18 - 6 * index) & 63]
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text with its padding and without white space; `nil` for any other.
    public static func bytes(of text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        for start in stride(from: 0, to: text.count, by: 4) {
            let isLast = start + 4 == text.count
            let count = isLast ? 4 - padding : 4
            var number = 0
            for index in start..<start + count {
                let value = values[Int(text[index])]
                guard value < 64 else { return nil }
                number = number << 6 | Int(value)
            }
            number <<= 6 * (4 - count)
            // Bits behind the last byte.
            guard count == 4 || number & (1 << (8 * (4 - count)) - 1) == 0 else { return nil }
            for index in 0..<count - 1 { bytes.append(UInt8(number >> (16 - 8 * index) & 255)) }
        }
        return bytes
    }
}
