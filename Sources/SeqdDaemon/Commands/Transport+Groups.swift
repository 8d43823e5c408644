import ControlProtocol
import MIDI
import Playback
import SamplerHost
import Sequencer

/// Commands that wait for their time, or for each other.
extension Transport {
    /// Checks that the commands of a group can be carried out together; nothing changes.
    ///
    /// - Parameter commands: The commands, in their order.
    /// - Throws: The error of the first that cannot, with its number and name.
    func check(_ commands: [any ImmediateCommand]) throws(RequestError) {
        var state = CommandCheck(self)
        var messages = 0
        for (index, command) in commands.enumerated() {
            do throws(RequestError) {
                messages += try state.check(command)
                guard messages <= LiveInputs.groupCapacity else {
                    throw RequestError(
                        .usage,
                        "too many MIDI messages in the group: at most \(LiveInputs.groupCapacity)"
                    )
                }
            } catch {
                throw RequestError(
                    number: error.number,
                    "command \(index + 1) of the group, \(command.name): \(error.message)"
                )
            }
        }
    }

    /// Checks that a command that waits for its time could be carried out now.
    ///
    /// - Throws: The error with which it would be answered.
    func check(_ command: any PerformedCommand) throws(RequestError) {
        var state = CommandCheck(self)
        _ = try state.check(command)
    }

    /// Carries out commands together, on one frame.
    ///
    /// - Parameters:
    ///   - commands: The commands; they have been checked.
    ///   - perform: Carries one out.
    /// - Throws: The error of the first that cannot be carried out after all; 69 when the audio thread
    ///   has hung.
    func perform(
        _ commands: [any ImmediateCommand],
        _ perform: (any ImmediateCommand) throws(RequestError) -> Void
    ) throws(RequestError) {
        try check(commands)
        // Settings apply to all that is played after them, so they are carried out first.
        let settings = commands.filter { !$0.endsGroup } + commands.filter(\.endsGroup)
        var failure: RequestError?
        try RequestError.catching { () throws(HostError) in
            try run.playback.together {
                for command in settings {
                    do throws(RequestError) {
                        try perform(command)
                    } catch {
                        failure = failure ?? error
                    }
                }
            }
        }
        if let failure { throw failure }
    }
}
