package import ControlProtocol

/// The outcome of a request.
package enum Outcome {
    case done(Reply)
    /// Done, with an answer that was written for other clients too.
    case written(Answer)
    /// Begun; the session's later requests wait for the reply.
    case pending(Pending<Reply>)

    /// Done, with an empty reply.
    package static var done: Outcome { .done(.done()) }

    /// Begins work that may have to wait, and gives its outcome.
    ///
    /// - Parameter work: The work; up to where it first waits, it is done at once.
    /// - Returns: The outcome.
    @EventLoop
    package static func later(_ work: @escaping @EventLoop () async throws -> Reply) -> Outcome {
        .pending(EventLoop.begin(work))
    }
}

extension RequestError {
    /// The error of a request that failed when it completed.
    init(completing error: any Error) {
        self = error as? RequestError ?? .internal("\(error)")
    }
}
