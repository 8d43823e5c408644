import ControlProtocol

@testable import SeqdDaemon

/// A handler that notes requests, and a carrier that keeps the text of a session.
@EventLoop
final class FakeDaemon: RequestHandler, SessionCarrier {
    private(set) var requests: [Request] = []
    /// The requests that have not completed yet.
    private(set) var waiting: [Pending<Reply>] = []
    private(set) var subscriptionChanges = 0
    var canTake = true
    private(set) var session: Session?
    private var text = ""
    private var lines: ArraySlice<LineFramer.Line> = []

    /// Begins a session of a client with a role.
    init(_ permission: Permission = .admin) {
        session = Session(self, over: self, permission: permission)
    }

    /// `gain 1` is done, `gain` with another level refused, `play` takes time; the rest is done.
    func perform(
        _ request: Request,
        for session: Session
    ) throws(RequestError) -> Outcome {
        requests.append(request)
        switch request.command {
        case let gain as Command.Gain where gain.decibels != 1:
            throw RequestError(.busy, "not \(gain.decibels)")
        case is Command.Play:
            let reply = Pending<Reply>()
            waiting.append(reply)
            return .pending(reply)
        case let subscribe as Command.Subscribe:
            session.subscribe(
                subscribe.types,
                positionRate: subscribe.positionRate,
                levelsRate: subscribe.levelsRate
            )
            return .done
        case let unsubscribe as Command.Unsubscribe:
            session.unsubscribe(unsubscribe.types)
            return .done
        case is Command.Presets:
            return .done(Reply(text: Command.Presets.text(of: []).prepared()))
        default: return .done
        }
    }

    func subscriptionsChanged() {
        subscriptionChanges += 1
    }

    func send(_ text: String) {
        self.text += text
    }

    func sessionCanContinue() {
        work()
    }

    private func work() {
        guard let session else { return }
        while !session.isWaiting, session.answerNext({ lines.popFirst() }) {}
    }

    /// Has the session read lines.
    ///
    /// - Returns: The lines that it has sent since the last call.
    @discardableResult
    func say(_ said: LineFramer.Line...) -> [String] {
        lines += said[...]
        work()
        return sent()
    }

    /// The same with text.
    @discardableResult
    func say(_ line: String) -> [String] {
        say(.text(line))
    }

    /// Completes the oldest request that waits.
    ///
    /// - Returns: As ``say(_:)``.
    func complete(_ result: Result<Reply, any Error>) async -> [String] {
        waiting.removeFirst().settle(result)
        await EventLoop.settle()
        return sent()
    }

    /// Publishes an event.
    ///
    /// - Returns: As ``say(_:)``.
    @discardableResult
    func publish(_ event: DaemonEvent) -> [String] {
        var line = EventLine(event)
        session?.publish(&line)
        return sent()
    }

    /// The lines that were sent since the last call.
    func sent() -> [String] {
        defer { text = "" }
        return text.split(separator: "\n").map(String.init)
    }
}
