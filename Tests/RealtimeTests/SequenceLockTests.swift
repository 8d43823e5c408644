import Foundation
import Realtime
import Synchronization
import Testing

@Suite struct SequenceLockTests {
    /// Numbers that belong together, in more bytes than whole words.
    private struct Numbers: BitwiseCopyable, Equatable {
        var first: Int64
        var second: Int64
        var sum: Int64
        var low: UInt8

        init(_ number: Int64) {
            first = number
            second = number &* 31
            sum = first &+ second
            low = UInt8(truncatingIfNeeded: number)
        }
    }

    @Test func itHoldsTheValueThatWasStoredLast() {
        let lock = SequenceLock(Numbers(7))
        let initial = lock.load()
        #expect(initial == Numbers(7))
        lock.store(Numbers(-3))
        lock.store(Numbers(.max))
        let last = lock.load()
        #expect(last == Numbers(.max))
    }

    @Test func aValueMayBeSmallerThanAWord() {
        let lock = SequenceLock<UInt16>(9)
        lock.store(0xFFEE)
        let value = lock.load()
        #expect(value == 0xFFEE)
    }

    @Test func readersSeeWholeValuesThatNeverGoBack() {
        final class Shared: Sendable {
            let lock = SequenceLock(Numbers(0))
            let torn = Atomic<Int>(0)
            let backward = Atomic<Int>(0)
            let readers = Atomic<Int>(0)
        }
        let shared = Shared()
        let count: Int64 = 200_000
        for _ in 0..<2 {
            Thread {
                var last: Int64 = 0
                while last < count {
                    let value = shared.lock.load()
                    if value != Numbers(value.first) {
                        shared.torn.wrappingAdd(1, ordering: .relaxed)
                    }
                    if value.first < last { shared.backward.wrappingAdd(1, ordering: .relaxed) }
                    last = value.first
                }
                shared.readers.wrappingAdd(1, ordering: .releasing)
            }.start()
        }
        for number in 1...count { shared.lock.store(Numbers(number)) }
        while shared.readers.load(ordering: .acquiring) < 2 { Thread.sleep(forTimeInterval: 0.001) }
        let (torn, backward) = (
            shared.torn.load(ordering: .relaxed), shared.backward.load(ordering: .relaxed)
        )
        #expect(torn == 0)
        #expect(backward == 0)
    }
}
