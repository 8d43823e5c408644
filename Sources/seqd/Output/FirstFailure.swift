import ControlProtocol
import Playback
import SamplerHost

/// The failures of work that continues after each: all are printed, the first gives the status.
struct FirstFailure {
    private(set) var status: ExitStatus?
    private var position = Int.max

    /// Runs work, and prints and notes its failure.
    ///
    /// - Returns: The result of the work; `nil` after a failure.
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
    ///   - failure: The failure.
    ///   - position: The index of the input, if inputs do not fail in their order: the lowest one
    ///     gives the status.
    mutating func note(_ failure: CommandFailure, at position: Int? = nil) {
        if let message = failure.message { Console.report(message) }
        let position = position ?? Int.max
        guard status == nil || position < self.position else { return }
        status = failure.status
        self.position = position
    }

    /// The failure to end with, whose messages were printed.
    var asError: CommandFailure { .silent(status ?? .internal) }
}

extension CommandFailure {
    /// Runs work that throws the sampler host's errors.
    static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Runs work that throws errors of reading and playing.
    static func catching<Value: ~Copyable>(
        _ work: () throws(PlaybackError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(PlaybackError) {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Runs work that throws errors of a daemon or its socket.
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
