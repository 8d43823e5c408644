import Glibc
import Platform
import Testing

@testable import SeqdDaemon

@Suite("The timers of an event loop")
struct LoopTimersTests {
    @Test("are due in the order of their times, then of their numbers")
    func order() {
        func time(_ nanoseconds: Int64) -> LoopTime { LoopTime(nanoseconds: nanoseconds) }
        var timers = LoopTimers()
        var done: [Int] = []
        let times: [Int64] = [5, 1, 3, 1, 5, 2]
        for (number, nanoseconds) in times.enumerated() {
            timers.add(at: time(nanoseconds), number: number) { done.append(number) }
        }
        #expect(timers.next == time(1))
        #expect(timers.takeDue(time(0)) == nil)
        timers.remove(at: time(3), number: 2)
        // Another number, or another time, is another timer.
        timers.remove(at: time(2), number: 4)
        timers.remove(at: time(9), number: 0)
        while let work = timers.takeDue(time(4)) { work() }
        #expect(done == [1, 3, 5])
        while let work = timers.takeDue(time(5)) { work() }
        #expect(done == [1, 3, 5, 0, 4])
        #expect(timers.next == nil)
    }

    @Test("are called again and again while they are wanted")
    @EventLoop
    func repetition() {
        let time = VirtualTime()
        let timer = LoopTimer(every: .milliseconds(10), by: time.clock)
        var calls = 0
        timer.run(true) { calls += 1 }
        #expect(calls == 0)
        time.advance(by: .milliseconds(25))
        #expect(calls == 3)
        timer.stop()
        time.advance(by: .milliseconds(25))
        #expect(calls == 3)
        // One that is stopped and started anew while it calls has another action from then on.
        var (first, second) = (0, 0)
        timer.run(true) {
            first += 1
            timer.stop()
            timer.run(true) { second += 1 }
        }
        time.advance(by: .milliseconds(25))
        timer.stop()
        #expect(first == 1 && second == 3)
    }
}

@Suite("The event loop")
struct PollLoopTests {
    @EventLoop
    private final class Numbers {
        var values: [Int] = []

        nonisolated init() {}
    }

    @Test("does work of any thread in its order, on its own thread")
    func order() async {
        let done = Numbers()
        #expect(!EventLoop.loop.isCurrent)
        for number in 0..<1_000 { EventLoop.execute { done.values.append(number) } }
        let isInside = await { @EventLoop in
            EventLoop.execute { done.values.append(1_000) }
            return EventLoop.loop.isCurrent
        }()
        #expect(isInside)
        await EventLoop.settle()
        #expect(await done.values == Array(0...1_000))
    }

    @Test("begins work at once, and goes on with it on its own thread")
    @EventLoop
    func begin() async throws {
        let queue = WorkerQueue("test")
        var steps: [Int] = []
        let begun = EventLoop.begin {
            steps.append(1)
            let value = try await queue.run { 7 }
            steps.append(EventLoop.loop.isCurrent ? 3 : 0)
            return value
        }
        steps.append(2)
        #expect(!begun.isSettled)
        #expect(try await begun.value == 7)
        #expect(steps == [1, 2, 3])
        // What does not wait is done when it has begun, and whoever asks then need not wait.
        let done = EventLoop.begin { 8 }
        #expect(done.isSettled)
        EventLoop.begin { steps.append(try await done.value) }
        #expect(steps == [1, 2, 3, 8])
        await queue.end()
        await #expect(throws: (any Error).self) { try await queue.run { 9 } }
    }

    @Test("does work when its time has come, unless it is cancelled")
    @EventLoop
    func timers() async {
        var done: [Int] = []
        EventLoop.clock.schedule(in: .milliseconds(1)) { done.append(1) }.cancel()
        await EventLoop.value { resume in
            EventLoop.clock.schedule(in: .milliseconds(2)) {
                done.append(2)
                resume(())
            }
        }
        #expect(done == [2])
    }

    /// Reads what comes, and keeps it.
    private final class Reader: PollTarget {
        let descriptor: CInt
        private(set) var received: [UInt8] = []
        let ended = Pending<Void>()

        init(_ descriptor: CInt) {
            self.descriptor = descriptor
        }

        func ready(_ events: PollEvents) {
            var bytes = ByteBuffer()
            let count = bytes.receive(from: descriptor)
            bytes.withBytes { received += $0 }
            guard count == 0, !ended.isSettled else { return }
            EventLoop.loop.forget(descriptor)
            ended.succeed()
        }
    }

    @Test("tells the owner of a descriptor what happens there")
    @EventLoop
    func descriptors() async throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (own, client) = (ends[0], ends[1])
        let reader = Reader(own)
        #expect(EventLoop.loop.watch(own, for: .input, reader))
        for text in ["ab", "c"] { _ = text.withCString { write(client, $0, strlen($0)) } }
        close(client)
        try await reader.ended.value
        #expect(reader.received == Array("abc".utf8))
        close(own)
    }
}

@Suite("The waiting of tasks of the event loop")
struct LoopWaitingTests {
    @Test("ends in a later turn, also for a value that is there at once")
    @EventLoop
    func values() async throws {
        var order: [String] = []
        let waited = EventLoop.begin {
            let value = await EventLoop.value { give in give(7) }
            order.append("value \(value)")
        }
        order.append("begun")
        try await waited.value
        #expect(order == ["begun", "value 7"])
    }

    @Test("calls those who want the result in the turn that sets it, in their order")
    @EventLoop
    func settling() {
        let pending = Pending<Int>()
        var order: [Int] = []
        pending.whenSettled { order.append((try? $0.get()) ?? 0) }
        pending.whenSettled { _ in order.append(2) }
        pending.succeed(1)
        pending.whenSettled { _ in order.append(3) }
        #expect(order == [1, 2, 3])
    }
}
