package import ControlProtocol
package import NIOCore

/// The owner of what requests work on.
///
/// Confined to the event loop of the sessions.
package protocol RequestHandler: AnyObject {
    /// Carries out a request of a session, at once or scheduled for its position.
    ///
    /// - Throws: The error of the answer.
    func perform(
        _ request: TimedRequest,
        for session: Session
    ) throws(RequestError) -> Outcome

    /// Called after a session has changed its subscriptions.
    func subscriptionsChanged()
}

/// The outcome of a request.
package enum Outcome {
    case done(Reply)
    /// Done, with an answer that was written for other clients too.
    case written(Answer)
    /// Completes on the event loop; the session's later requests wait.
    case later(EventLoopFuture<Reply>)

    /// Done, with an empty reply.
    package static var done: Outcome { .done(.done()) }
}

extension RequestError {
    /// The error of a request that failed when it completed.
    init(completing error: any Error) {
        self = error as? RequestError ?? .internal("\(error)")
    }
}
