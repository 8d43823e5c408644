import ControlProtocol
import NIOCore
import NIOEmbedded
import Testing

@testable import SeqdDaemon

@Suite("A session whose client has gone")
struct EndedSessionTests {
    /// Finds that its client has gone when it is to send.
    private final class LostCarrier: SessionCarrier {
        var session: Session?
        var onSend: () -> Void = {}
        let canTake = true

        func send(_ text: String) {
            session?.end()
            session = nil
            onSend()
        }

        func sessionCanContinue() {
            Issue.record("continues")
        }
    }

    /// Answers later.
    private final class Handler: RequestHandler {
        let answer: EventLoopPromise<Reply>

        init(_ answer: EventLoopPromise<Reply>) {
            self.answer = answer
        }

        func perform(
            _ request: TimedRequest,
            for session: Session
        ) throws(RequestError) -> Outcome {
            .later(answer.futureResult)
        }

        func subscriptionsChanged() {}
    }

    @Test("does not go on after the answer that tells that it has gone")
    func goneMeanwhile() {
        let answer = EmbeddedEventLoop().makePromise(of: Reply.self)
        let handler = Handler(answer)
        var carrier: LostCarrier? = LostCarrier()
        if let lost = carrier {
            let session = Session(handler, over: lost)
            lost.session = session
            #expect(session.answerNext { .text("play /a.mid") })
        }
        carrier?.onSend = { carrier = nil }
        answer.succeed(.done())
        #expect(carrier == nil)
    }
}
