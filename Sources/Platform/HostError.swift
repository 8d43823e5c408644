/// The reason why sound cannot be made or written, in words for the user.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of failure; a program turns it into its exit status.
    public enum Code: String, Hashable, Sendable {
        /// The caller asked for something that does not exist or does not fit together.
        case usage
        /// A file's content is wrong.
        case data
        /// A file is not there or cannot be read.
        case noInput
        /// A device cannot be had, or not as asked.
        case unavailable
        /// A file cannot be created.
        case cannotCreate
        /// Reading or writing failed midway.
        case io
        /// Another program is using it; trying again later may help.
        case busy
        /// The user lacks a right.
        case notPermitted
        /// A library failed in a way that no input explains.
        case `internal`
        /// The user ended it.
        case cancelled
    }

    /// The class of failure.
    public let code: Code
    /// The file, device or setting that it is about.
    public let subject: String
    /// The problem and what was expected, without a final stop.
    public let reason: String

    /// Makes an error about a thing.
    public init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// The error as one line, such as `song.mid: no such file`.
    public var description: String { "\(subject): \(reason)" }
}
