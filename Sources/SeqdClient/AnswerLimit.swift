package import ControlProtocol

/// The time that a client waits for an answer.
package enum AnswerLimit {
    /// The limit by default.
    package static let usual = Duration.seconds(30)

    /// The limit for the answer to a command, which may wait for a player by itself.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - limit: The limit for others; `nil` for none.
    /// - Returns: The limit; `nil` for none.
    package static func limit(for command: any ControlCommand, _ limit: Duration?) -> Duration? {
        guard let limit, let learn = command as? Command.Learn else { return limit }
        return limit + .seconds(learn.seconds)
    }

    /// The error after that time.
    static func error(_ limit: Duration) -> RequestError {
        let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
        let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return RequestError(.timedOut, "the daemon does not answer within \(text) s")
    }
}
