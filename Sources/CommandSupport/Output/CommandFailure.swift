package import ControlProtocol
package import Playback
package import SamplerHost
package import Sequencer

/// The failure of a command.
package struct CommandFailure: Error, Hashable, CustomStringConvertible {
    /// The exit status of the process.
    package var status: ExitStatus
    /// The message after `seqd: `; `nil` if it was printed already.
    package var message: String?

    package var description: String { message ?? "status \(status.rawValue)" }

    /// Makes a failure with a message of one line.
    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    private init(silent status: ExitStatus) {
        self.status = status
        message = nil
    }

    /// A failure without a message, or whose message was printed already.
    package static func silent(_ status: ExitStatus) -> CommandFailure {
        CommandFailure(silent: status)
    }

    /// A sampler host's failure.
    package init(_ error: HostError) {
        self.init(ExitStatus(error.code), error.description)
    }

    /// A failure to read or play something.
    package init(_ error: PlaybackError) {
        self.init(ExitStatus(error.code), error.message)
    }

    /// The error of a request to a daemon, or of its socket.
    package init(_ error: RequestError) {
        let status: ExitStatus =
            error.code == .internalError
            ? .internal : ExitStatus(rawValue: Int32(clamping: error.number)) ?? .usage
        self.init(status, error.message)
    }

    /// An invalid position in a file or an option.
    package init(_ error: PositionError, in source: String) {
        self.init(.usage, "\(source): \(error)")
    }

    /// A selector in a file or an option that is invalid or selects nothing.
    package init(_ error: SelectorError, in source: String) {
        self.init(.usage, "\(source): \(error)")
    }
}

extension ExitStatus {
    /// The status for a class of the sampler host's failures.
    package init(_ code: HostError.Code) {
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
