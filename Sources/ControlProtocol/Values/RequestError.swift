import JSON
import Wording

/// The error with which a request is answered: number and message are the same in both dialects.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The numbers that the protocol documents.
    ///
    /// The positive ones are also the exit statuses of `seqd ctl`; the negative ones are those of
    /// JSON-RPC 2.0.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// The line is not text or not JSON.
        case syntax = -32_700
        /// The line is too long, empty or not a request.
        case invalidRequest = -32_600
        /// There is no such command.
        case unknownCommand = -32_601
        /// The arguments do not fit the command.
        case invalidArguments = -32_602
        /// Internal error of the daemon.
        case internalError = -32_603
        /// The request is for something that does not exist or is not possible now.
        case usage = 64
        /// Bad data in a file.
        case data = 65
        /// A file does not exist or cannot be read.
        case noInput = 66
        /// A device or the daemon is not available.
        case unavailable = 69
        /// A library failed.
        case software = 70
        /// Output cannot be created.
        case cannotCreate = 73
        /// Reading or writing failed.
        case io = 74
        /// Busy; try again.
        case busy = 75
        /// Permission denied.
        case notPermitted = 77
        /// The daemon does not answer in time: an error of clients, which a daemon never sends.
        case timedOut = 124
    }

    /// The number in the answer.
    public var number: Int
    /// The message, one line without a final stop.
    public var message: String

    /// The number as a documented code; `nil` for one of a later version.
    public var code: Code? { Code(rawValue: number) }

    /// The message.
    public var description: String { message }

    /// Makes an error with a number of any version of the protocol.
    public init(number: Int, _ message: String) {
        self.number = number
        self.message = message.printable
    }

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.init(number: code.rawValue, message)
    }
}

extension RequestError {
    /// A text as a message names it: in quotation marks, and at most 64 characters of it.
    package static func quoted(_ text: String) -> String {
        var quoted = ""
        JSONValue.write(cut(text), to: &quoted)
        return quoted
    }

    /// The beginning of a text that may be long.
    package static func cut(_ text: String) -> String {
        let start = text.prefix(64)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    /// The error for arguments that do not fit.
    package static func arguments(_ message: String) -> RequestError {
        RequestError(.invalidArguments, message)
    }

    /// The error for an unexpected fault of the daemon.
    package static func `internal`(_ message: String) -> RequestError {
        RequestError(.internalError, message)
    }
}
