import Foundation
import Synchronization
import Testing

@testable import SamplerHost

/// The word from which the tasks of a span are taken.
@Suite struct RenderTicketTests {
    /// Takes all that is left.
    private func takeAll(_ ticket: borrowing RenderTicket) -> [Int] {
        var taken: [Int] = []
        while let task = ticket.take() { taken.append(task) }
        return taken
    }

    @Test func tasksAreTakenInOrderAndOnce() {
        let ticket = RenderTicket()
        let before = takeAll(ticket)
        #expect(before.isEmpty)
        for count in [3, 1, 0, 5] {
            ticket.publish(count)
            let taken = takeAll(ticket)
            #expect(taken == Array(0..<count))
        }
    }

    @Test func askingMoreOftenThanItsBitsCountGivesNothing() {
        let ticket = RenderTicket()
        // The most tasks: one more would make the number of tasks one higher, and the next 0.
        for count in [2, RenderTicket.capacity] {
            ticket.publish(count)
            let taken = takeAll(ticket)
            #expect(taken.count == count)
            var late = 0
            for _ in 0..<200_000 where ticket.take() != nil { late += 1 }
            #expect(late == 0)
        }
        ticket.publish(1)
        let next = takeAll(ticket)
        #expect(next == [0])
    }

    /// Threads that ask all the time, whether there is something or not, as workers do that wake for
    /// posts of spans long past.
    private final class Crowd: Sendable {
        let ticket = RenderTicket()
        let taken = Atomic<Int>(0)
        let sum = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
        let ended = DispatchSemaphore(value: 0)

        func take() {
            guard let task = ticket.take() else { return }
            sum.wrappingAdd(task, ordering: .relaxed)
            taken.wrappingAdd(1, ordering: .releasing)
        }

        func ask() {
            while !isOver.load(ordering: .acquiring) {
                for _ in 0..<1_000 { take() }
                sched_yield()
            }
            ended.signal()
        }
    }

    @Test func everyTaskIsTakenOnceByThreadsThatAskAllTheTime() {
        let crowd = Crowd()
        // Threads of their own: those of a queue are the ones that tests run on.
        for _ in 0..<3 { Thread.detachNewThread { crowd.ask() } }
        var expected = 0
        var total = 0
        for span in 0..<1_000 {
            let count = span % 17
            total += count
            expected += count * (count - 1) / 2
            crowd.ticket.publish(count)
            while crowd.taken.load(ordering: .acquiring) < total {
                crowd.take()
                sched_yield()
            }
        }
        crowd.isOver.store(true, ordering: .releasing)
        for _ in 0..<3 { crowd.ended.wait() }
        #expect(crowd.taken.load(ordering: .acquiring) == total)
        #expect(crowd.sum.load(ordering: .acquiring) == expected)
    }
}
