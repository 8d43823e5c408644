import TestSupport

@testable import SeqdDaemon

/// A client's session with a transport in the tests' process.
final class SessionClient: DaemonClient, Sendable {
    private let run: SessionRun
    private let carrier: Carrier
    /// A test that asks again and again for what never comes shall fail.
    private let deadline = ContinuousClock.now + .seconds(240)

    /// The end of the session that is confined to the loop.
    @EventLoop
    final class Carrier: SessionCarrier {
        let canTake = true
        private let hub: SessionHub
        private var session: Session?
        private var requests: [String] = []
        private var lines: [String] = []
        private var rest = ""
        private var waiting: [Pending<String?>] = []

        nonisolated init(_ hub: SessionHub) {
            self.hub = hub
        }

        func begin() {
            let session = Session(hub, over: self)
            self.session = session
            hub.add(session)
        }

        func end() {
            guard let session else { return }
            session.end()
            hub.remove(session)
            self.session = nil
            for line in waiting { line.succeed(nil) }
        }

        func send(_ text: String) {
            rest += text
            guard rest.last == "\n" else { return }
            lines += rest.split(separator: "\n").map(String.init)
            rest = ""
            while !lines.isEmpty, !waiting.isEmpty {
                waiting.removeFirst().succeed(lines.removeFirst())
            }
        }

        func sessionCanContinue() {
            guard let session else { return }
            while !session.isWaiting, session.answerNext({ nextRequest() }) {}
        }

        private func nextRequest() -> LineFramer.Line? {
            requests.isEmpty ? nil : .text(requests.removeFirst())
        }

        func take(_ text: String) {
            requests += text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init
            )
            sessionCanContinue()
        }

        func line(within limit: Duration) async throws -> String? {
            guard lines.isEmpty else { return lines.removeFirst() }
            guard session != nil else { return nil }
            let line = Pending<String?>()
            waiting.append(line)
            let timer = EventLoop.clock.schedule(in: limit) { [weak self] in
                self?.waiting.removeAll { $0 === line }
                line.fail(TestSupportError("no line came in time"))
            }
            defer { timer.cancel() }
            return try await line.value
        }
    }

    init(of run: SessionRun, _ hub: SessionHub) {
        self.run = run
        let carrier = Carrier(hub)
        self.carrier = carrier
        run.keep(carrier)
        EventLoop.execute { carrier.begin() }
    }

    deinit {
        EventLoop.execute { [carrier] in carrier.end() }
    }

    func send(_ line: String) async throws {
        guard .now < deadline else { throw TestSupportError("\(line): the test takes too long") }
        await carrier.take(line)
    }

    func line(within seconds: Double) async throws -> String? {
        try await carrier.line(within: .seconds(seconds))
    }
}
