import ArgumentParser

/// The time for which what comes in on the live inputs is kept: minutes, or `off`.
enum CaptureTime: ExpressibleByArgument, CustomStringConvertible {
    case off
    case minutes(Int)

    init?(argument: String) {
        if argument == "off" {
            self = .off
        } else if let minutes = Int(argument), (1...600).contains(minutes) {
            self = .minutes(minutes)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .off: "off"
        case .minutes(let minutes): "\(minutes)"
        }
    }

    var defaultValueDescription: String { description }
}
