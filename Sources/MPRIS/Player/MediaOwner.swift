/// A player that a ``MediaServer`` serves.
///
/// Its methods are called on the server's thread, which they must not hold up; the answers may come
/// later, on any thread.
package protocol MediaOwner: AnyObject, Sendable {
    /// Called when the desktop can see the player: its state is wanted from now on.
    func serverConnected()

    /// Does what the desktop asks for.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - answer: Called once, when it is done or has failed.
    func perform(
        _ command: MediaCommand,
        _ answer: @escaping @Sendable (Result<Void, MediaFailure>) -> Void
    )

    /// Gives the position of playback in microseconds.
    ///
    /// - Parameter answer: Called once.
    func tellPosition(_ answer: @escaping @Sendable (Int64) -> Void)
}
