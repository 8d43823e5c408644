/// The answer to a command: lines of a key and a value, without the `OK` at its end.
package struct MPDReply: Hashable, Sendable {
    /// The largest answer in bytes, of a whole command list too.
    package static let limit = 16 << 20

    /// The lines.
    package private(set) var text = ""

    /// Makes an answer without lines.
    package init() {}

    /// Adds a line; characters that would end it become blanks.
    package mutating func add(_ key: String, _ value: some CustomStringConvertible) {
        text += "\(key): \(value.description.onOneLine)\n"
    }

    /// Adds a line with a time in seconds, to the millisecond.
    package mutating func add(_ key: String, seconds: Double) {
        let milliseconds = Int((max(seconds, 0) * 1_000).rounded())
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        text += "\(key): \(milliseconds / 1_000).\(fraction)\n"
    }

    /// Adds the lines of another answer.
    package mutating func add(_ other: MPDReply) {
        text += other.text
    }
}
