import Synchronization

/// Wakes an audio thread that sleeps because nothing sounds.
///
/// A producer rings after it has put something into one of the audio thread's rings. The audio
/// thread looks at the rings once more after it has announced that it will sleep. Either it sees the
/// new element, or the producer sees that it sleeps.
package final class WakeBell: @unchecked Sendable {
    private let isAsleep = Atomic<Bool>(false)
    private let semaphore = Semaphore()

    /// Makes a bell that nobody waits for.
    package init() {}

    /// Wakes the audio thread if it sleeps.
    ///
    /// Any thread, after something was put into a ring.
    package func ring() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) {
            semaphore.post()
        }
    }

    /// Sleeps until ``ring()``.
    ///
    /// Audio thread only.
    ///
    /// - Parameter hasWork: Whether a ring holds something; asked once it would be woken.
    package func sleep(unless hasWork: () -> Bool) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if hasWork(), isAsleep.exchange(false, ordering: .sequentiallyConsistent) { return }
        semaphore.wait()
    }
}
