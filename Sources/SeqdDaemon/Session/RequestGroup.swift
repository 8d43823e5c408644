import ControlProtocol

/// The commands of a client between `begin` and `end`.
struct RequestGroup {
    /// The commands, in their order.
    private(set) var commands: [any GroupedCommand] = []
    /// The error of the first command that was refused.
    private(set) var fault: RequestError?

    /// The maximum number of commands.
    static let limit = 500

    /// Adds a request.
    ///
    /// - Parameter request: The request, and the position that it waits for.
    /// - Throws: Status 64 for one that cannot stand in a group, and if there are too many.
    mutating func add(_ request: Request) throws(RequestError) {
        guard let command = request.command as? any GroupedCommand else {
            throw RequestError(
                .usage,
                "\(request.command.name): not possible between begin and end; help begin lists the commands"
            )
        }
        guard request.position == nil else {
            throw RequestError(.usage, "at: not possible between begin and end; give it to end")
        }
        guard commands.count < Self.limit else {
            throw RequestError(.usage, "too many commands in the group: at most \(Self.limit)")
        }
        commands.append(command)
    }

    /// Notes that a command was refused.
    mutating func fail(_ error: RequestError) {
        guard fault == nil else { return }
        // All before it were taken.
        fault = RequestError(
            number: error.number,
            "nothing was done: command \(commands.count + 1) of the group was refused: "
                + error.message
        )
    }
}
