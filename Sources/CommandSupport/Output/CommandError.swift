import ControlProtocol
import Platform
import Playback

/// An error of a library that ends a command.
package protocol CommandError: Error {
    /// The failure of the command.
    var failure: CommandFailure { get }
}

extension HostError: CommandError {
    package var failure: CommandFailure { CommandFailure(self) }
}

extension PlaybackError: CommandError {
    package var failure: CommandFailure { CommandFailure(self) }
}

extension RequestError: CommandError {
    package var failure: CommandFailure { CommandFailure(self) }
}

extension CommandFailure {
    /// Runs work that throws the errors of a library.
    package static func catching<Value: ~Copyable, Failure: CommandError>(
        _ work: () throws(Failure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(Failure) {
            return try work()
        } catch {
            throw error.failure
        }
    }
}
