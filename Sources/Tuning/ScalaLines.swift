/// The lines of one of Scala's files, without the comments.
///
/// A line that begins with an exclamation mark is a comment. The encoding is ASCII or ISO 8859-1;
/// UTF-8 is read too, since only descriptions have other letters.
struct ScalaLines {
    /// A line and its number in the file, from 1.
    struct Line {
        var number: Int
        var bytes: ArraySlice<UInt8>

        /// The text, as UTF-8 with what is not replaced.
        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The first word: what stands before a space or a tab.
        var word: ArraySlice<UInt8> {
            bytes.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
        }

        static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    }

    private let path: String
    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8], path: String) {
        self.path = path
        rest = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = bytes.dropFirst(3) }
    }

    /// The next line that is not a comment; `nil` at the end.
    mutating func next() -> Line? {
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = rest[rest.startIndex..<end]
            number += 1
            var begin = end
            if begin < rest.endIndex {
                let isCR = rest[begin] == 0x0D
                begin += 1
                if isCR, begin < rest.endIndex, rest[begin] == 0x0A { begin += 1 }
            }
            rest = rest[begin...]
            if line.first != UInt8(ascii: "!") { return Line(number: number, bytes: line) }
        }
        return nil
    }

    /// The next line that is not a comment.
    ///
    /// - Parameter expected: The expected content, for the error.
    /// - Returns: The line.
    /// - Throws: The end of the file.
    mutating func next(_ expected: String) throws(TuningError) -> Line {
        guard let line = next() else {
            throw TuningError(path, "the file ends after line \(number); expected \(expected)")
        }
        return line
    }

    /// The whole number in a range that begins the next line.
    mutating func integer(
        _ name: String,
        _ range: ClosedRange<Int>
    ) throws(TuningError) -> Int {
        let expected = "\(name), \(range.lowerBound) to \(range.upperBound)"
        let line = try next(expected)
        let word = String(decoding: line.word, as: UTF8.self)
        guard let value = Int(word), range.contains(value) else { throw error(line, expected) }
        return value
    }

    /// The error of a line.
    func error(_ line: Line, _ expected: String) -> TuningError {
        let text = line.text
        let shown = text.count > 40 ? "\(text.prefix(40))…" : text
        return TuningError(path, line: line.number, "expected \(expected), not \"\(shown)\"")
    }
}
