import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("A session whose client has gone")
@EventLoop
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
        let answer: Pending<Reply>

        init(_ answer: Pending<Reply>) {
            self.answer = answer
        }

        func perform(
            _ request: Request,
            for session: Session
        ) throws(RequestError) -> Outcome {
            .pending(answer)
        }

        func subscriptionsChanged() {}
    }

    @Test("does not go on after the answer that tells that it has gone")
    func goneMeanwhile() async {
        let answer = Pending<Reply>()
        let handler = Handler(answer)
        var carrier: LostCarrier? = LostCarrier()
        if let lost = carrier {
            let session = Session(handler, over: lost)
            lost.session = session
            #expect(session.answerNext { .text("play /a.mid") })
        }
        carrier?.onSend = { carrier = nil }
        answer.succeed(.done)
        await EventLoop.settle()
        #expect(carrier == nil)
    }
}
