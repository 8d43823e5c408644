import ArgumentParser
import Wording

/// The time for which messages of the live inputs are stored: minutes, or `off`.
enum CaptureTime: CustomStringConvertible {
    case off
    case minutes(Int)

    /// Reads the value of `--capture`.
    @Sendable
    init(parsing text: String) throws {
        guard text != "off" else {
            self = .off
            return
        }
        guard let minutes = Unit.minutes.number(text).flatMap(Int.init(exactly:)),
            (1...600).contains(minutes)
        else { throw ValidationError("expected 1 to 600 minutes, or off") }
        self = .minutes(minutes)
    }

    var description: String {
        switch self {
        case .off: "off"
        case .minutes(let minutes): "\(minutes)"
        }
    }
}
