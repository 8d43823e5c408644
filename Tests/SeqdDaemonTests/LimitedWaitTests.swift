import Testing

@testable import SeqdDaemon

@Suite("What is waited for at most a time")
@EventLoop
struct LimitedWaitTests {
    private struct Failure: Error {}
    private let time = VirtualTime()
    private let pending = Pending<Void>()

    @Test("is over when it is done or fails in time", arguments: [true, false])
    func inTime(isSuccess: Bool) async {
        var isLate = false
        var isOver = false
        EventLoop.begin {
            await pending.wait(atMost: .seconds(5), by: time.clock) { isLate = true }
            isOver = true
        }
        time.advance(by: .seconds(4))
        await EventLoop.settle()
        #expect(!isOver)
        if isSuccess { pending.succeed() } else { pending.fail(Failure()) }
        await EventLoop.settle()
        #expect(isOver)
        time.advance(by: .seconds(4))
        #expect(!isLate)
    }

    @Test("is over when the time is")
    func late() async {
        var lateCount = 0
        var overCount = 0
        EventLoop.begin {
            await pending.wait(atMost: .seconds(5), by: time.clock) { lateCount += 1 }
            overCount += 1
        }
        time.advance(by: .seconds(5))
        await EventLoop.settle()
        #expect(lateCount == 1 && overCount == 1)
        pending.fail(Failure())
        await EventLoop.settle()
        #expect(lateCount == 1 && overCount == 1)
    }
}
