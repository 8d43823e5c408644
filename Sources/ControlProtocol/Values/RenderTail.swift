import Wording

/// The sound after the last note of a file that is rendered.
public enum RenderTail: Hashable, Sendable, CustomStringConvertible {
    /// Until −80 dBFS, for at most 10 s.
    case auto
    /// None.
    case none
    /// These seconds, 0 to 3,600.
    case seconds(Double)

    /// Reads `auto`, `none` or a number of seconds; `nil` for anything else.
    public init?(parsing text: String) {
        switch text {
        case "auto": self = .auto
        case "none": self = .none
        default:
            guard let seconds = Unit.seconds.number(text), (0...3_600).contains(seconds) else {
                return nil
            }
            self = .seconds(seconds)
        }
    }

    /// The text as it is read.
    public var description: String {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .seconds(let seconds): NumberText.decimal(seconds)
        }
    }
}
