import Sequencer

/// What is played again and again.
enum LoopSetting: Hashable, Sendable, CustomStringConvertible {
    case off
    /// The whole file.
    case whole
    /// From the first position up to the second.
    case between(Position, Position)

    /// The setting as the command `loop` reads it: `off`, `on`, `17:1..25:1`.
    var description: String {
        switch self {
        case .off: "off"
        case .whole: "on"
        case .between(let from, let to): "\(from)..\(to)"
        }
    }

    /// Reads `on`, `off` or `A..B`.
    ///
    /// - Throws: A sentence about what is wrong.
    init(parsing text: String) throws(RequestFailure) {
        switch text {
        case "off": self = .off
        case "on": self = .whole
        default:
            guard let dots = text.utf8.indices.first(where: { Self.isDots(text.utf8, at: $0) })
            else {
                throw .arguments("expected on, off or two positions as in 17:1..25:1")
            }
            let from = String(text[..<dots])
            let to = String(text[text.utf8.index(dots, offsetBy: 2)...])
            do {
                self = .between(try Position(parsing: from), try Position(parsing: to))
            } catch {
                throw .arguments("\(error)")
            }
        }
    }

    /// Whether two dots begin here.
    private static func isDots(_ bytes: String.UTF8View, at index: String.Index) -> Bool {
        bytes[index...].prefix(2).elementsEqual("..".utf8)
    }
}
