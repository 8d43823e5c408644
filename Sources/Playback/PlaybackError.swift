public import SamplerHost

/// Why something cannot be read or played, in words for the user.
public struct PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of failure; a program turns it into its exit status.
    public let code: HostError.Code
    /// The thing it is about, what is wrong with it and what was expected; no final stop.
    public let message: String

    /// The message.
    public var description: String { message }

    /// Makes an error with a message of one line.
    public init(_ code: HostError.Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Makes an error of a sampler host's.
    public init(_ error: HostError) {
        self.init(error.code, error.description)
    }

    /// Does something whose failures are the sampler host's.
    static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(PlaybackError) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw PlaybackError(error)
        }
    }
}
