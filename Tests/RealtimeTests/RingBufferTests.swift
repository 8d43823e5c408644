import Foundation
import Realtime
import Synchronization
import Testing

@Suite struct RingBufferTests {
    @Test func elementsComeOutInTheOrderTheyWentIn() {
        let ring = RingBuffer<Int>(minimumCapacity: 4)
        for value in 0..<4 {
            let pushed = ring.push(value)
            #expect(pushed)
        }
        let overfull = ring.push(4)
        #expect(!overfull)
        let peeked = ring.peek()
        #expect(peeked == 0)
        for value in 0..<4 {
            let popped = ring.pop()
            #expect(popped == value)
        }
        let empty = ring.pop()
        #expect(empty == nil)
    }

    @Test(arguments: [(1, 1), (3, 4), (4, 4), (1000, 1024)])
    func capacityIsTheNextPowerOfTwo(asked: Int, given: Int) {
        let ring = RingBuffer<UInt8>(minimumCapacity: asked)
        #expect(ring.capacity == given)
    }

    @Test func nothingIsLostOrDoubledBetweenTwoThreads() {
        final class Shared: Sendable {
            let ring = RingBuffer<Int>(minimumCapacity: 64)
        }
        let shared = Shared()
        let count = 200_000
        let producer = Thread {
            var value = 0
            while value < count {
                if shared.ring.push(value) { value += 1 } else { Thread.sleep(forTimeInterval: 0) }
            }
        }
        producer.start()
        var expected = 0
        var inOrder = true
        while expected < count {
            guard let value = shared.ring.pop() else { continue }
            inOrder = inOrder && value == expected
            expected += 1
        }
        let rest = shared.ring.pop()
        #expect(inOrder)
        #expect(rest == nil)
    }
}
