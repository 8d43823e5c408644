import CLinux
package import Platform
package import Realtime

/// The queue of one thread's live events to the audio thread.
///
/// One thread pushes; the engine takes. An engine that sleeps is woken.
public final class LiveQueue: @unchecked Sendable {
    package let ring: Box<RingBuffer<LiveEvent>>
    /// System Exclusive bytes that the audio thread has done with.
    ///
    /// As long as `ring`, so it has always room.
    package let spent: Box<RingBuffer<SpentBytes>>
    /// The names by which rules choose its sources.
    package let names = InputNames()
    private let bell: WakeBell

    /// The bytes of a message, which nothing else refers to.
    @safe
    package struct SpentBytes: BitwiseCopyable, @unchecked Sendable {
        package let bytes: UnsafeMutablePointer<UInt8>

        @_noLocks
        package init(_ bytes: UnsafeMutablePointer<UInt8>) { unsafe self.bytes = bytes }
    }

    /// Events that may wait: two seconds of a full MIDI cable.
    private static let capacity = 8_192

    package init(bell: WakeBell) {
        self.bell = bell
        ring = Box(RingBuffer(minimumCapacity: Self.capacity))
        // Besides those that wait in `ring`, there are those that the audio thread holds within a
        // period.
        spent = Box(RingBuffer(minimumCapacity: 2 * Self.capacity))
    }

    deinit {
        freeSpent()
        while let event = ring.value.pop() { unsafe event.bytes?.deallocate() }
    }

    /// Adds an event.
    ///
    /// The producer's thread only.
    ///
    /// - Returns: `false` when the queue is full: wait a millisecond and try again.
    public func push(_ event: LiveEvent) -> Bool {
        freeSpent()
        guard ring.value.push(event) else { return false }
        bell.ring()
        return true
    }

    private func freeSpent() {
        while let used = spent.value.pop() { unsafe used.bytes.deallocate() }
    }

    /// The audio thread's end; the queue must outlive it.
    package var end: LiveQueueEnd { unsafe LiveQueueEnd(events: ring.loan, spent: spent.loan) }

    /// The time that stamps are given in: nanoseconds of the monotonic clock.
    public static var now: Int64 { seqd_monotonic_nanoseconds() }
}

/// A ``LiveQueue`` as the audio thread has it.
package struct LiveQueueEnd: BitwiseCopyable {
    package let events: Loan<RingBuffer<LiveEvent>>
    package let spent: Loan<RingBuffer<LiveQueue.SpentBytes>>
}
