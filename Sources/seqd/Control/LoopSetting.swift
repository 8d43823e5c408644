import Sequencer

/// What is played again and again.
enum LoopSetting: Hashable, Sendable, CustomStringConvertible {
    case off
    /// The whole file.
    case whole
    /// What the file itself says is to be repeated.
    case file
    /// From the first position up to the second.
    case between(PositionRange)

    /// The setting as the command `loop` reads it: `off`, `on`, `file`, `17:1..25:1`.
    var description: String {
        switch self {
        case .off: "off"
        case .whole: "on"
        case .file: "file"
        case .between(let range): range.description
        }
    }

    /// Reads `on`, `off`, `file` or `A..B`; `nil` for what is none of these.
    ///
    /// - Throws: What is wrong with one of two positions.
    init?(parsing text: String) throws(PositionError) {
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
