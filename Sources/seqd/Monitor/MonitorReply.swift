import ControlProtocol
import SeqdClient

/// An answer of the daemon, as far as the monitor uses it.
enum MonitorReply: Hashable, Sendable {
    case status(DaemonStatus)
    case queue(QueueListing)
    case strips([StripEntry])
    case rack(RackListing)
    case client(ClientIdentity)
    /// The command was done, perhaps with a warning.
    case done(warning: String?)

    /// Reads the answer to a command.
    ///
    /// - Throws: The error that the daemon answered; −32603 for a line that is not an answer to it.
    init(to command: any ControlCommand, _ line: String) throws(RequestError) {
        self =
            switch command {
            case is Command.Status: .status(try Command.Status.answer(fromLine: line))
            case is Command.Queue: .queue(try Command.Queue.answer(fromLine: line))
            case is Command.Strips: .strips(try Command.Strips.answer(fromLine: line))
            case is Command.Rack: .rack(try Command.Rack.answer(fromLine: line))
            case is Command.WhoAmI: .client(try Command.WhoAmI.answer(fromLine: line))
            // Of all others, only the warning is shown.
            default: .done(warning: try Command.Next.answer(fromLine: line).warning)
            }
    }
}
