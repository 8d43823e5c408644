package import ControlProtocol

/// The owner of what requests work on.
@EventLoop
package protocol RequestHandler: AnyObject {
    /// Carries out a request of a session, at once or scheduled for its position.
    ///
    /// - Throws: The error of the answer.
    func perform(
        _ request: Request,
        for session: Session
    ) throws(RequestError) -> Outcome

    /// Called after a session has changed its subscriptions.
    func subscriptionsChanged()
}
