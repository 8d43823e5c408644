import ControlProtocol
import Playback
import SamplerHost

/// What is kept of failures when the work goes on: each is printed, the first gives the status.
struct FirstFailure {
    private(set) var status: ExitStatus?
    private var position = Int.max

    /// Does something; a failure is printed and noted.
    ///
    /// - Returns: What the work returned, or `nil` after a failure.
    @discardableResult
    mutating func note<Value>(_ work: () throws(CommandFailure) -> Value) -> Value? {
        do throws(CommandFailure) {
            return try work()
        } catch {
            note(error)
            return nil
        }
    }

    /// Prints and notes a failure.
    ///
    /// - Parameters:
    ///   - failure: What went wrong.
    ///   - position: Its place among the inputs, where they do not fail in their order: the one
    ///     with the lowest gives the status.
    mutating func note(_ failure: CommandFailure, at position: Int? = nil) {
        if let message = failure.message { Console.report(message) }
        let position = position ?? Int.max
        guard status == nil || position < self.position else { return }
        status = failure.status
        self.position = position
    }

    /// The failure to end with: all has been said.
    var asError: CommandFailure { .silent(status ?? .internal) }
}

extension CommandFailure {
    /// Does something whose failures are the sampler host's.
    static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Does something whose failures are those of reading and playing.
    static func catching<Value: ~Copyable>(
        _ work: () throws(PlaybackError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(PlaybackError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Does something with a daemon or its socket.
    static func catching<Value>(
        _ work: () throws(RequestError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(RequestError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }
}
