/// A JSON document (RFC 8259) as a value; members keep the order in which they are given.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Written as `null` if it is not finite: JSON has no such numbers.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The document on one line, without a line end.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Writes a string in quotes.
    ///
    /// DEL, the C1 controls and what turns the direction of writing are escaped too: the text may end
    /// up on a terminal.
    package static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{200E}"..."\u{200F}",
                "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case "\u{100000}"..."\u{10FFFF}":
                // For private use, and without a glyph: the bytes of file names that are not UTF-8.
                for unit in UTF16.encode(scalar) ?? .init() {
                    text += "\\u" + String(unit, radix: 16)
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
