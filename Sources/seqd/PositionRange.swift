import Sequencer

/// Two positions, from the first up to the second: `17:1..25:1`.
struct PositionRange: Hashable, Sendable, CustomStringConvertible {
    var from: Position
    var to: Position

    /// The range as it is read.
    var description: String { "\(from)..\(to)" }

    /// Reads two positions with two dots between them; `nil` for a text without two dots.
    ///
    /// - Parameter text: Such as `17:1..25:1`.
    /// - Throws: What is wrong with one of the positions.
    init?(parsing text: String) throws(PositionError) {
        guard let dots = text.utf8.indices.first(where: { Self.isDots(text.utf8, at: $0) }) else {
            return nil
        }
        from = try Position(parsing: String(text[..<dots]))
        to = try Position(parsing: String(text[text.utf8.index(dots, offsetBy: 2)...]))
    }

    init(from: Position, to: Position) {
        self.from = from
        self.to = to
    }

    /// Whether two dots begin here.
    private static func isDots(_ bytes: String.UTF8View, at index: String.Index) -> Bool {
        bytes[index...].prefix(2).elementsEqual("..".utf8)
    }
}
