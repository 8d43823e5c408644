import NIOCore
import NIOEmbedded
import Testing

@testable import SeqdDaemon

@Suite("A future that is waited for at most a time")
struct LimitedWaitTests {
    private struct Failure: Error {}
    private let loop = EmbeddedEventLoop()

    @Test("completes as the other one, before the time is over")
    func inTime() throws {
        for isSuccess in [true, false] {
            let promise = loop.makePromise(of: Void.self)
            var isLate = false
            var results: [Bool] = []
            promise.futureResult.wait(atMost: .seconds(5)) { isLate = true }
                .assumeIsolated().whenComplete { results.append((try? $0.get()) != nil) }
            loop.advanceTime(by: .seconds(4))
            #expect(results.isEmpty)
            if isSuccess { promise.succeed() } else { promise.fail(Failure()) }
            loop.advanceTime(by: .seconds(4))
            #expect(results == [isSuccess] && !isLate)
        }
    }

    @Test("completes when the time is over, and once")
    func late() throws {
        let promise = loop.makePromise(of: Void.self)
        var isLate = false
        var results: [Bool] = []
        promise.futureResult.wait(atMost: .seconds(5)) { isLate = true }
            .assumeIsolated().whenComplete { results.append((try? $0.get()) != nil) }
        loop.advanceTime(by: .seconds(5))
        #expect(results == [true] && isLate)
        promise.fail(Failure())
        #expect(results == [true])
    }
}
