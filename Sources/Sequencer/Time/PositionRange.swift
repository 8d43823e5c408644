/// Two positions, from the first up to the second: `17:1..25:1`.
public struct PositionRange: Hashable, Sendable, CustomStringConvertible {
    /// The first position of the range.
    public var from: Position
    /// The first position after the range.
    public var to: Position

    /// The range as it is typed.
    public var description: String { "\(from)..\(to)" }

    /// Makes a range.
    public init(from: Position, to: Position) {
        self.from = from
        self.to = to
    }

    /// Reads two positions with two dots between them; `nil` for a text without two dots.
    ///
    /// - Parameter text: Such as `17:1..25:1`.
    /// - Throws: The fault of one of the positions.
    public init?(parsing text: String) throws(PositionError) {
        guard let dots = text.utf8.indices.first(where: { Self.isDots(text.utf8, at: $0) }) else {
            return nil
        }
        from = try Position(parsing: String(text[..<dots]))
        to = try Position(parsing: String(text[text.utf8.index(dots, offsetBy: 2)...]))
    }

    /// Whether two dots begin here.
    private static func isDots(_ bytes: String.UTF8View, at index: String.Index) -> Bool {
        bytes[index...].prefix(2).elementsEqual("..".utf8)
    }
}
