/// A fault at a position of a text.
public struct TextFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int
    /// A phrase: the content of the text, and what was expected.
    public var detail: String

    /// Makes a fault.
    public init(line: Int, column: Int, detail: String) {
        self.line = line
        self.column = column
        self.detail = detail
    }

    /// Position and phrase, to be printed right after the file's name and a colon.
    ///
    /// For example `12:9: key 128, expected 0 … 127`.
    public var description: String { "\(line):\(column): \(detail)" }
}
