/// The carrier of a session within the daemon, which gives requests as values and takes no lines.
@EventLoop
final class SilentCarrier: SessionCarrier {
    var canTake: Bool { true }
    func send(_ text: String) {}
    func sessionCanContinue() {}
}
