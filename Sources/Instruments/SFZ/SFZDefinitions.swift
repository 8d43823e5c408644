/// The macros of an SFZ file: `#define $NAME value`.
struct SFZDefinitions {
    /// The most bytes of a value: macros of macros could double it with each line.
    static let valueLimit = 4_096
    /// The most macros.
    private static let countLimit = 10_000

    private var values: [[UInt8]: [UInt8]] = [:]
    private var longest = 0

    /// Defines a macro.
    ///
    /// - Parameters:
    ///   - name: The name without the dollar sign.
    ///   - value: The value, in which macros have been replaced.
    /// - Returns: Whether there is room for it.
    mutating func define(_ name: [UInt8], _ value: [UInt8]) -> Bool {
        guard !name.isEmpty, value.count <= Self.valueLimit, name.count <= 256,
            values.count < Self.countLimit || values[name] != nil
        else { return false }
        values[name] = value
        longest = max(longest, name.count)
        return true
    }

    /// Replaces the macros in some text; of several that fit, the longest.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - unknown: Takes the names that are not defined.
    /// - Returns: The text, cut where it becomes too long.
    func expand(_ text: ArraySlice<UInt8>, unknown: (String) -> Void) -> [UInt8] {
        guard text.contains(Self.dollar) else { return Array(text) }
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex, result.count <= 4 * Self.valueLimit {
            guard text[index] == Self.dollar else {
                result.append(text[index])
                index += 1
                continue
            }
            let name = text[(index + 1)...].prefix(while: Self.isNameByte)
            if let (length, value) = value(startingWith: name) {
                result += value
                index += 1 + length
            } else {
                unknown("$" + String(decoding: name, as: UTF8.self))
                result.append(Self.dollar)
                index += 1
            }
        }
        return result
    }

    private func value(startingWith name: ArraySlice<UInt8>) -> (Int, [UInt8])? {
        var length = min(name.count, longest)
        while length > 0 {
            if let value = values[Array(name.prefix(length))] { return (length, value) }
            length -= 1
        }
        return nil
    }

    private static let dollar = UInt8(ascii: "$")

    /// Whether a byte may stand in the name of a macro or an opcode.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
    }
}
