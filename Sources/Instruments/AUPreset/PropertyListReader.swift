/// Reads property lists in their XML form.
///
/// Elements within elements and their number are limited; entities are the five of XML and numbers of
/// characters, so that nothing grows.
struct PropertyListReader {
    private static let depthLimit = 64
    private static let elementLimit = 2_000_000

    private let bytes: [UInt8]
    private let path: String
    private let decoding: TextDecoding
    private var index = 0
    private var line = 1
    private var elementCount = 0

    /// Reads a property list.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Its name, for messages.
    ///   - decoding: Decodes text that is no UTF-8.
    /// - Returns: The value within it.
    /// - Throws: What is not XML, or no property list.
    static func read(
        _ bytes: [UInt8],
        path: String,
        decoding: TextDecoding
    ) throws(InstrumentError) -> PropertyList {
        guard !bytes.starts(with: "bplist".utf8) else {
            throw InstrumentError(
                .unsupported,
                InstrumentPosition(file: path),
                "a binary property list; convert it: plutil -convert xml1 FILE"
            )
        }
        var reader = PropertyListReader(bytes: bytes, path: path, decoding: decoding)
        guard let root = try reader.nextTag(), root.name == "plist", !root.isEmpty else {
            throw reader.failure(.notAnInstrument, "expected <plist>")
        }
        guard let first = try reader.nextTag(), !first.isEnd else {
            throw reader.failure(.damaged, "an empty property list")
        }
        return try reader.value(first, depth: 0)
    }

    private init(bytes: [UInt8], path: String, decoding: TextDecoding) {
        self.bytes = bytes
        self.path = path
        self.decoding = decoding
    }

    private func failure(_ code: InstrumentError.Code, _ detail: String) -> InstrumentError {
        InstrumentError(code, InstrumentPosition(file: path, place: .line(line)), detail)
    }

    /// A tag: `<name>`, `</name>` or `<name/>`.
    private struct Tag {
        let name: String
        let isEnd: Bool
        let isEmpty: Bool
        let line: Int
    }

    private mutating func advance(to end: Int) {
        for byte in bytes[index..<end] where byte == 0x0A { line += 1 }
        index = end
    }

    private func starts(with text: StaticString) -> Bool {
        bytes[index...].starts(with: "\(text)".utf8)
    }

    /// Goes behind some text.
    private mutating func skip(behind text: String) throws(InstrumentError) {
        let wanted = Array(text.utf8)
        var position = index
        while position + wanted.count <= bytes.count {
            if bytes[position..<position + wanted.count].elementsEqual(wanted) {
                advance(to: position + wanted.count)
                return
            }
            position += 1
        }
        throw failure(.truncated, "the file ends, expected '\(text)'")
    }

    /// The next tag; `nil` at the end of the file.
    private mutating func nextTag() throws(InstrumentError) -> Tag? {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            advance(to: start)
            if starts(with: "<!--") {
                try skip(behind: "-->")
            } else if starts(with: "<?") {
                try skip(behind: "?>")
            } else if starts(with: "<!") {
                try skip(behind: ">")
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func tag() throws(InstrumentError) -> Tag {
        let begin = line
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
            throw failure(.truncated, "the file ends within a tag")
        }
        elementCount += 1
        guard elementCount <= Self.elementLimit else {
            throw failure(.tooLarge, "too many elements")
        }
        var content = bytes[(index + 1)..<end]
        advance(to: end + 1)
        let isEnd = content.first == UInt8(ascii: "/")
        if isEnd { content.removeFirst() }
        let isEmpty = content.last == UInt8(ascii: "/")
        if isEmpty { content.removeLast() }
        let name = content.prefix { $0 > 0x20 }
        return Tag(
            name: String(decoding: name.prefix(64), as: UTF8.self),
            isEnd: isEnd,
            isEmpty: isEmpty,
            line: begin
        )
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(InstrumentError) -> PropertyList {
        guard depth < Self.depthLimit else { throw failure(.tooLarge, "elements too deep") }
        let value: PropertyList.Value
        switch tag.name {
        case "dict": value = .dictionary(tag.isEmpty ? [:] : try dictionary(depth: depth))
        case "array": value = .array(tag.isEmpty ? [] : try array(depth: depth))
        case "true", "false":
            value = .boolean(tag.name == "true")
            if !tag.isEmpty { _ = try text(of: tag) }
        case "integer", "real":
            let text = tag.isEmpty ? "" : try text(of: tag)
            let trimmed = text.filter { !$0.isWhitespace }
            guard let number = Double(trimmed), number.isFinite else {
                throw failure(
                    .damaged,
                    "<\(tag.name)>: expected a number, not '\(trimmed.prefix(40))'"
                )
            }
            value = .number(number)
        case "string": value = .string(tag.isEmpty ? "" : try text(of: tag))
        case "data", "date":
            if !tag.isEmpty { _ = try text(of: tag) }
            value = .other
        default: throw failure(.damaged, "<\(tag.name)>: not an element of a property list")
        }
        return PropertyList(value: value, line: tag.line)
    }

    private mutating func dictionary(
        depth: Int
    ) throws(InstrumentError) -> [String: PropertyList] {
        var entries: [String: PropertyList] = [:]
        while true {
            guard let tag = try nextTag() else { throw failure(.truncated, "expected </dict>") }
            if tag.isEnd {
                guard tag.name == "dict" else { throw failure(.damaged, "expected </dict>") }
                return entries
            }
            guard tag.name == "key" else { throw failure(.damaged, "expected <key>") }
            let key = tag.isEmpty ? "" : try text(of: tag)
            guard let next = try nextTag(), !next.isEnd else {
                throw failure(.damaged, "'\(key.prefix(40))' has no value")
            }
            entries[key] = try value(next, depth: depth + 1)
        }
    }

    private mutating func array(depth: Int) throws(InstrumentError) -> [PropertyList] {
        var elements: [PropertyList] = []
        while true {
            guard let tag = try nextTag() else { throw failure(.truncated, "expected </array>") }
            if tag.isEnd {
                guard tag.name == "array" else { throw failure(.damaged, "expected </array>") }
                return elements
            }
            elements.append(try value(tag, depth: depth + 1))
        }
    }

    /// The text up to the end of an element.
    private mutating func text(of tag: Tag) throws(InstrumentError) -> String {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else {
            throw failure(.truncated, "expected </\(tag.name)>")
        }
        let text = Self.replacingEntities(in: decoding.text(bytes[index..<end]))
        advance(to: end)
        guard let close = try nextTag(), close.isEnd, close.name == tag.name else {
            throw failure(.damaged, "expected </\(tag.name)>")
        }
        return text
    }

    /// Text with its entities replaced.
    private static func replacingEntities(in text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            // The longest is `&#x10FFFF;`.
            guard let end = rest.prefix(11).firstIndex(of: ";"),
                let character = entity(rest[rest.index(after: rest.startIndex)..<end])
            else {
                result.append(rest.removeFirst())
                continue
            }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"):
            UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
