import ControlProtocol

@testable import SeqdDaemon

/// A handler that notes requests, and a carrier that keeps the text of a session.
@EventLoop
final class FakeDaemon: RequestHandler, SessionCarrier {
    private(set) var requests: [TimedRequest] = []
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
        _ request: TimedRequest,
        for session: Session
    ) throws(RequestError) -> Outcome {
        requests.append(request)
        switch request.request {
        case .gain(let decibels) where decibels != 1:
            throw RequestError(.busy, "not \(decibels)")
        case .play:
            let reply = Pending<Reply>()
            waiting.append(reply)
            return .pending(reply)
        case .subscribe(let types, let positionRate, let levelsRate):
            session.subscribe(types, positionRate: positionRate, levelsRate: levelsRate)
            return .done
        case .unsubscribe(let types):
            session.unsubscribe(types)
            return .done
        case .presets: return .written(Reply.presets([]).answer.prepared())
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
