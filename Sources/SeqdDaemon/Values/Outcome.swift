package import ControlProtocol
package import NIOCore

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
