/// The connection that carries a session's lines to its client.
@EventLoop
package protocol SessionCarrier: AnyObject {
    /// Whether the client takes more text at present.
    var canTake: Bool { get }

    /// Sends text, whole lines.
    func send(_ text: String)

    /// Called after a request has completed for which ``Session/isWaiting`` was set.
    func sessionCanContinue()
}
