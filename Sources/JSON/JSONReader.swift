import Wording

/// A strict reader of JSON documents (RFC 8259).
///
/// Foundation's `JSONDecoder` is not used: it accepts `[1,]` for JSON, loses the order of members, and needs
/// 10 to 60 µs for a request to the daemon (measured with Swift 6.3.1); this reader needs 2.
package struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// Arrays and objects within each other, so that no document exhausts the stack.
    private static let maximumDepth = 64

    /// Begins to read a text.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Reads a text that is one document with nothing around it but white space.
    ///
    /// - Throws: The fault and its byte offset, from 0.
    package static func read(_ text: String) throws(JSONError) -> JSONValue {
        var reader = JSONReader(text)
        let value = try reader.value()
        reader.skipBlanks()
        guard reader.index == reader.bytes.count else {
            throw reader.error("nothing may follow the document")
        }
        return value
    }

    /// Reads a string that begins with the quotation mark at `start`.
    ///
    /// - Returns: The string and the offset behind its closing mark.
    package mutating func string(at start: Int) throws(JSONError) -> (value: String, end: Int) {
        index = start
        let value = try string()
        return (value, index)
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"):
            return try nested { reader throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte?:
            guard byte == UInt8(ascii: "-") || (48...57).contains(byte) else { fallthrough }
            return try number()
        default: throw error("expected a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.maximumDepth else {
            throw error("more than \(Self.maximumDepth) arrays and objects within each other")
        }
        depth += 1
        defer { depth -= 1 }
        index += 1
        return try read(&self)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var object = JSONObject()
        skipBlanks()
        if take("}") { return .object(object) }
        repeat {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw error("expected :") }
            object.set(key, try value())
            skipBlanks()
        } while take(",")
        guard take("}") else { throw error("expected , or }") }
        return .object(object)
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            elements.append(try value())
            skipBlanks()
        } while take(",")
        guard take("]") else { throw error("expected , or ]") }
        return .array(elements)
    }

    private mutating func word(
        _ word: String,
        _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw error("expected a value") }
        index += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        let isNegative = take("-")
        let hasLeadingZero = peek == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0, digits == 1 || !hasLeadingZero else { throw error("expected a number") }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard skipDigits() > 0 else { throw error("expected a digit") }
        }
        if take("e") || take("E") {
            isWhole = false
            _ = take("+") || take("-")
            guard skipDigits() > 0 else { throw error("expected a digit") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // "-0" is no integer: it would lose its sign.
        if isWhole, !(isNegative && hasLeadingZero), let value = Int64(text) {
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else {
            throw error("the number is too large")
        }
        return .number(value)
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var text = ""
        while true {
            let start = index
            while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""),
                byte != UInt8(ascii: "\\")
            {
                index += 1
            }
            if index > start { text += String(decoding: bytes[start..<index], as: UTF8.self) }
            if take("\"") { return text }
            guard take("\\") else {
                throw error(peek == nil ? "the string does not end" : "a control character")
            }
            text.unicodeScalars.append(try escape())
        }
    }

    /// The rest of an escape sequence, after the backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let letter = peek else { throw error("the string does not end") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint()
        default:
            index -= 1
            throw error("no such escape; a backslash itself is written \\\\")
        }
    }

    /// Four hexadecimal digits, and those of the low surrogate after a high one.
    private mutating func codePoint() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Other programs, Python's among them, write bytes of file names that are not UTF-8 so.
        if (0xDC80...0xDCFF).contains(first) {
            return Unicode.Scalar(undecoded: UInt8(truncatingIfNeeded: first))
        }
        guard (0xD800...0xDBFF).contains(first), take("\\"), take("u") else {
            throw error("half a surrogate pair")
        }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
        }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = peek, (48...57).contains(byte) { index += 1 }
        return index - start
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: index, message: message)
    }
}

/// The reason why a text is not JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the byte in question, from 0.
    package var offset: Int
    package var message: String

    package var description: String { "byte \(offset): \(message)" }
}

extension JSONObject {
    /// The value under a key; `nil` if there is none.
    package subscript(key: String) -> JSONValue? {
        members.first { $0.key == key }?.value
    }
}
