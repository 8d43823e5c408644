import JSON

/// A line in words, split at its blanks.
///
/// A word that begins with a quotation mark is a JSON string, and so is the value of an option of the
/// command; elsewhere the mark is a character like any other.
package struct Words {
    package struct Word: Equatable {
        package var text: String
        package var isQuoted: Bool
        /// The bytes of the line at which it begins and ends.
        var start: Int
        var end: Int
    }

    package private(set) var words: [Word] = []
    let line: String
    /// The beginnings of options whose values are JSON strings: `at="`.
    private var quotedOptions: [String] = []

    /// Splits a line.
    ///
    /// - Parameters:
    ///   - line: The line without its end.
    ///   - options: Gives the names of the options of a command.
    /// - Throws: −32602 for a quotation that does not end or is followed by no blank.
    init(_ line: String, options: (String) -> [String]) throws(RequestError) {
        self.line = line
        let bytes = line.utf8
        var reader: JSONReader?
        var index = bytes.startIndex
        while true {
            index = bytes[index...].firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
            guard index < bytes.endIndex else { return }
            let start = bytes.distance(from: bytes.startIndex, to: index)
            let end: String.Index
            if bytes[index] == UInt8(ascii: "\"") {
                let quotation = try Self.quotation(in: line, at: start, &reader)
                end = bytes.index(bytes.startIndex, offsetBy: quotation.end)
                guard end == bytes.endIndex || Self.isBlank(bytes[end]) else {
                    throw .arguments("byte \(quotation.end): expected a blank after the quotation")
                }
                words.append(
                    Word(text: quotation.value, isQuoted: true, start: start, end: quotation.end)
                )
            } else if let option = option(at: index, &reader) {
                words.append(option)
                end = bytes.index(bytes.startIndex, offsetBy: option.end)
            } else {
                end = bytes[index...].firstIndex(where: Self.isBlank) ?? bytes.endIndex
                words.append(
                    Word(
                        text: String(line[index..<end]),
                        isQuoted: false,
                        start: start,
                        end: bytes.distance(from: bytes.startIndex, to: end)
                    )
                )
            }
            index = end
            if words.count == 1 { quotedOptions = options(words[0].text).map { "\($0)=\"" } }
        }
    }

    /// The option with a value in quotation marks that begins at an index, with that value as its
    /// text; `nil` for anything else, which may be a part of a file name.
    private func option(at index: String.Index, _ reader: inout JSONReader?) -> Word? {
        let rest = line.utf8[index...]
        guard let start = quotedOptions.first(where: { rest.starts(with: $0.utf8) }) else {
            return nil
        }
        let offset = line.utf8.distance(from: line.utf8.startIndex, to: index)
        let mark = offset + start.utf8.count - 1
        guard let quotation = try? Self.quotation(in: line, at: mark, &reader) else { return nil }
        let end = line.utf8.index(line.utf8.startIndex, offsetBy: quotation.end)
        guard end == line.utf8.endIndex || Self.isBlank(line.utf8[end]) else { return nil }
        return Word(
            text: start.dropLast() + quotation.value,
            isQuoted: false,
            start: offset,
            end: quotation.end
        )
    }

    /// The line from the start of a word to the end of the same or a later one.
    func text(from first: Word, to last: Word) -> String {
        let bytes = line.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: first.start)
        return String(line[start..<bytes.index(bytes.startIndex, offsetBy: last.end)])
    }

    /// A text as a word that is read back as it is.
    package static func word(for text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.first != UInt8(ascii: "\"")
            && text.unicodeScalars.allSatisfy { $0 != " " && isPrintable($0) }
        return isPlain ? text : quoted(text)
    }

    /// A text as the value of a line of an answer: quoted only if it would be taken for a quotation,
    /// or would not be one line.
    package static func value(for text: String) -> String {
        let isPlain =
            text.utf8.first != UInt8(ascii: "\"") && text.unicodeScalars.allSatisfy(isPrintable)
        return isPlain ? text : quoted(text)
    }

    /// A text in quotation marks.
    package static func quoted(_ text: String) -> String {
        var result = ""
        JSONValue.write(text, to: &result)
        return result
    }

    /// Reads a quotation; one reader serves all quotations of a line.
    private static func quotation(
        in line: String,
        at start: Int,
        _ reader: inout JSONReader?
    ) throws(RequestError) -> (value: String, end: Int) {
        var used = reader ?? JSONReader(line)
        reader = nil
        // Stored after a failure too: a word that is not an option's value is read on.
        defer { reader = used }
        do throws(JSONError) {
            return try used.string(at: start)
        } catch {
            throw .arguments("\(error)")
        }
    }

    /// Whether a scalar may stand in a line as it is: no control character, no end of a line, no byte
    /// of a file name that is not UTF-8.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0..<0xA0, 0x2028, 0x2029, 0x10_0000...0x10_FFFF: false
        default: true
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
