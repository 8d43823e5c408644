import NIOCore
import TestSupport

@testable import SeqdDaemon

/// A client's session with a transport in the tests' process.
final class SessionClient: DaemonClient, Sendable {
    private let run: SessionRun
    typealias CarrierBox = NIOLoopBoundBox<Carrier?>

    private let carrier: CarrierBox
    /// A test that asks again and again for what never comes shall fail.
    private let deadline = ContinuousClock.now + .seconds(240)

    /// The end of the session that is confined to the loop.
    final class Carrier: SessionCarrier {
        let canTake = true
        private let eventLoop: any EventLoop
        private let hub: SessionHub
        private var session: Session?
        private var requests: [String] = []
        private var lines: [String] = []
        private var rest = ""
        private var waiting: [EventLoopPromise<String?>] = []

        init(_ hub: SessionHub, on eventLoop: any EventLoop) {
            self.hub = hub
            self.eventLoop = eventLoop
            let session = Session(hub, over: self)
            self.session = session
            hub.add(session)
        }

        func end() {
            guard let session else { return }
            session.end()
            hub.remove(session)
            self.session = nil
            for promise in waiting { promise.succeed(nil) }
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

        func line(within limit: TimeAmount) -> EventLoopFuture<String?> {
            guard lines.isEmpty else { return eventLoop.makeSucceededFuture(lines.removeFirst()) }
            let promise = eventLoop.makePromise(of: String?.self)
            waiting.append(promise)
            let timer = eventLoop.assumeIsolated().scheduleTask(in: limit) { [weak self] in
                self?.waiting.removeAll { $0.futureResult === promise.futureResult }
                promise.fail(TestSupportError("no line came in time"))
            }
            promise.futureResult.whenComplete { _ in timer.cancel() }
            return promise.futureResult
        }
    }

    init(of run: SessionRun, _ hub: @escaping @Sendable () -> SessionHub) {
        self.run = run
        let loop = run.loop
        let carrier = NIOLoopBoundBox<Carrier?>.makeEmptyBox(
            valueType: Carrier.self,
            eventLoop: loop
        )
        self.carrier = carrier
        run.keep(carrier)
        run.execute { carrier.value = Carrier(hub(), on: loop) }
    }

    deinit {
        let carrier = carrier
        run.execute {
            carrier.value?.end()
            carrier.value = nil
        }
    }

    func send(_ line: String) async throws {
        guard .now < deadline else { throw TestSupportError("\(line): the test takes too long") }
        try await run.loop.submit { [carrier] in carrier.value?.take(line) }.get()
    }

    func line(within seconds: Double) async throws -> String? {
        try await run.loop.flatSubmit { [carrier, run] in
            carrier.value?.line(within: .nanoseconds(Int64(seconds * 1e9)))
                ?? run.loop.makeSucceededFuture(nil)
        }.get()
    }
}
