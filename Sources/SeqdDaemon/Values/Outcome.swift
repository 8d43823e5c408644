package import ControlProtocol

/// The outcome of a request.
package enum Outcome {
    case done(Reply)
    /// Begun; the session's later requests wait for the reply.
    case pending(Pending<Reply>)

    /// Done, with nothing to tell.
    package static var done: Outcome { .done(.done) }

    /// Begins work that may have to wait, and gives its outcome.
    ///
    /// - Parameter work: The work; up to where it first waits, it is done at once.
    /// - Returns: The outcome.
    @EventLoop
    package static func later(_ work: @escaping @EventLoop () async throws -> Reply) -> Outcome {
        .pending(EventLoop.begin(work))
    }
}

/// The answer to a request, as it is sent.
package struct Reply: Sendable {
    package let text: AnswerText
    /// The warning of a command that has nothing else to tell.
    package let warning: String?

    /// The reply of a command that has nothing to tell.
    package static let done = Reply(text: AnswerText())

    /// Makes a reply of a text that was written before.
    package init(text: AnswerText) { (self.text, warning) = (text, nil) }

    /// Makes the reply to a command.
    package init<Answered: ControlCommand>(_ command: Answered, _ answer: Answered.Answer) {
        text = Answered.text(of: answer)
        warning = (answer as? Done)?.warning
    }
}

extension RequestError {
    /// The error of a request that failed when it completed.
    init(completing error: any Error) {
        self = error as? RequestError ?? .internal("\(error)")
    }
}
