/// The part of a piece that is repeated.
public enum LoopSetting: Hashable, Sendable, CustomStringConvertible {
    /// Nothing is repeated.
    case off
    /// The whole piece.
    case whole
    /// The loop points of the file.
    case file
    /// From the first position up to the second.
    case between(PositionRange)

    /// The setting as it is typed: `off`, `on`, `file`, `17:1..25:1`.
    public var description: String {
        switch self {
        case .off: "off"
        case .whole: "on"
        case .file: "file"
        case .between(let range): range.description
        }
    }

    /// Reads `on`, `off`, `file` or `A..B`; `nil` for anything else.
    ///
    /// - Parameter text: The setting as people type it.
    /// - Throws: The fault of one of two positions.
    public init?(parsing text: String) throws(PositionError) {
        switch text {
        case "off": self = .off
        case "on": self = .whole
        case "file": self = .file
        default:
            guard let range = try PositionRange(parsing: text) else { return nil }
            self = .between(range)
        }
    }
}
