import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// Why a command ends without having done what it was asked for.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    /// What the process exits with.
    var status: ExitStatus
    /// What is printed after `seqd: `; `nil` where all has been said already.
    var message: String?

    var description: String { message ?? "status \(status.rawValue)" }

    /// Makes a failure with a message of one line.
    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    private init(silent status: ExitStatus) {
        self.status = status
        message = nil
    }

    /// A failure about which nothing is to be printed (any more).
    static func silent(_ status: ExitStatus) -> CommandFailure {
        CommandFailure(silent: status)
    }

    /// A sampler host's failure.
    init(_ error: HostError) {
        self.init(ExitStatus(error.code), error.description)
    }

    /// A failure to read or play something.
    init(_ error: PlaybackError) {
        self.init(ExitStatus(error.code), error.message)
    }

    /// The error of a request to a daemon, or of its socket.
    init(_ error: RequestError) {
        let status: ExitStatus =
            error.code == .internalError
            ? .internal : ExitStatus(rawValue: Int32(clamping: error.number)) ?? .usage
        self.init(status, error.message)
    }

    /// A position that is none; `place` says where it came from, a file or an option.
    init(_ error: PositionError, in place: String) {
        self.init(.usage, "\(place): \(error)")
    }

    /// A selector that is none or selects nothing; `place` says where it came from.
    init(_ error: SelectorError, in place: String) {
        self.init(.usage, "\(place): \(error)")
    }
}

extension ExitStatus {
    /// The status for a class of the sampler host's failures.
    init(_ code: HostError.Code) {
        switch code {
        case .usage: self = .usage
        case .data: self = .data
        case .noInput: self = .noInput
        case .unavailable: self = .unavailable
        case .internal: self = .internal
        case .cannotCreate: self = .cannotCreate
        case .io: self = .io
        case .busy: self = .busy
        case .notPermitted: self = .notPermitted
        case .cancelled: self = .interrupted
        }
    }
}
