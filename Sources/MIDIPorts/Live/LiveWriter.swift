import CLinux
import Synchronization

/// The input thread's end of the queues: to the engine it waits where there is no room, so nothing
/// is lost; to a recorder it never waits.
package final class LiveWriter: Sendable {
    private let queue: LiveQueue?
    private let recording: RecordQueue?
    private let isClosing = Atomic<Bool>(false)

    package init(_ queue: LiveQueue?, recording: RecordQueue? = nil) {
        self.queue = queue
        self.recording = recording
    }

    /// From now on ``push(_:)`` gives up after 100 ms: an engine that has ended takes nothing.
    ///
    /// Any thread.
    package func close() {
        isClosing.store(true, ordering: .relaxed)
    }

    /// Adds an event, as soon as there is room.
    ///
    /// Input thread only.
    package func push(_ event: LiveEvent) {
        recording?.push(event)
        guard let queue else {
            unsafe event.bytes?.deallocate()
            return
        }
        var attemptsLeft = 100
        while !queue.push(event) {
            if isClosing.load(ordering: .relaxed) {
                guard attemptsLeft > 0 else {
                    unsafe event.bytes?.deallocate()
                    return
                }
                attemptsLeft -= 1
            }
            seqd_sleep_until(LiveQueue.now + 1_000_000)
        }
    }
}
