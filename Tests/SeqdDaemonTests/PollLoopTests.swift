import Glibc
import NIOCore
import Synchronization
import Testing

@testable import SeqdDaemon

@Suite("The timers of an event loop")
struct LoopTimersTests {
    @Test("are due in the order of their times, then of their numbers")
    func order() {
        var timers = LoopTimers()
        var done: [Int] = []
        let times: [Int64] = [5, 1, 3, 1, 5, 2]
        for (number, time) in times.enumerated() {
            timers.add(at: .uptimeNanoseconds(UInt64(time)), number: number) { error in
                if error == nil { done.append(number) }
            }
        }
        #expect(timers.next == .uptimeNanoseconds(1))
        #expect(timers.takeDue(.uptimeNanoseconds(0)) == nil)
        timers.remove(at: .uptimeNanoseconds(3), number: 2)
        // Another number, or another time, is another timer.
        timers.remove(at: .uptimeNanoseconds(2), number: 4)
        timers.remove(at: .uptimeNanoseconds(9), number: 0)
        while let work = timers.takeDue(.uptimeNanoseconds(4)) { work(nil) }
        #expect(done == [1, 3, 5])
        while let work = timers.takeDue(.uptimeNanoseconds(5)) { work(nil) }
        #expect(done == [1, 3, 5, 0, 4])
        #expect(timers.next == nil)
    }
}

@Suite("The event loop")
struct PollLoopTests {
    @Test("does tasks of any thread in their order, on its own thread")
    func tasks() async throws {
        let loop = try PollLoop()
        let done = Mutex<[Int]>([])
        #expect(!loop.inEventLoop)
        for number in 0..<1_000 { loop.execute { done.withLock { $0.append(number) } } }
        let isInside = try await loop.submit { [loop] in
            loop.execute { done.withLock { $0.append(1_000) } }
            return loop.inEventLoop
        }.get()
        #expect(isInside)
        #expect(try await loop.submit { 7 }.get() == 7)
        #expect(done.withLock { $0 } == Array(0...1_000))
        try await loop.shutdownGracefully()
    }

    @Test("does scheduled tasks, unless they are cancelled; at its end the rest fails")
    func timers() async throws {
        let loop = try PollLoop()
        let late = loop.scheduleTask(in: .hours(1)) { 1 }
        let cancelled = loop.scheduleTask(in: .milliseconds(1)) { 2 }
        cancelled.cancel()
        #expect(try await loop.scheduleTask(in: .milliseconds(2)) { 3 }.futureResult.get() == 3)
        await #expect(throws: EventLoopError.self) { try await cancelled.futureResult.get() }
        // A future that nobody waits for yet would have nothing to complete on.
        let hasFailed = Mutex(false)
        late.futureResult.whenFailure { _ in hasFailed.withLock { $0 = true } }
        try await loop.shutdownGracefully()
        #expect(hasFailed.withLock { $0 })
    }

    /// Reads what comes, and keeps it.
    private final class Reader: PollTarget {
        let descriptor: CInt
        private(set) var received: [UInt8] = []
        private(set) var hasEnded = false
        var onEnd: () -> Void = {}

        init(_ descriptor: CInt) {
            self.descriptor = descriptor
        }

        func ready(_ events: PollEvents) {
            var bytes = ByteBuffer()
            let count = bytes.receive(from: descriptor)
            if count > 0 { received += Array(bytes.readableBytesView) }
            if count == 0, !hasEnded {
                hasEnded = true
                onEnd()
            }
        }
    }

    @Test("tells the owner of a descriptor what happens there")
    func descriptors() async throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (own, client) = (ends[0], ends[1])
        let loop = try PollLoop()
        let ended = loop.makePromise(of: Void.self)
        let reader = try await loop.submit {
            let reader = Reader(own)
            reader.onEnd = {
                loop.forget(own)
                ended.succeed()
            }
            #expect(loop.watch(own, for: .input, reader))
            return NIOLoopBound(reader, eventLoop: loop)
        }.get()
        for text in ["ab", "c"] { _ = text.withCString { write(client, $0, strlen($0)) } }
        close(client)
        try await ended.futureResult.get()
        #expect(try await loop.submit { reader.value.received }.get() == Array("abc".utf8))
        try await loop.shutdownGracefully()
        close(own)
    }
}
