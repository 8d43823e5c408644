public import SamplerHost

/// The reason why something cannot be read or played, in words for the user.
public struct PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the failure, from which a program derives its exit status.
    public let code: HostError.Code
    /// The message: the thing, the problem and the remedy, without a final stop.
    public let message: String

    /// The message.
    public var description: String { message }

    /// Makes an error with a message of one line.
    public init(_ code: HostError.Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Makes an error from one of the sampler host.
    public init(_ error: HostError) {
        self.init(error.code, error.description)
    }

    /// Runs work that throws the sampler host's errors.
    package static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(PlaybackError) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw PlaybackError(error)
        }
    }
}
