import CLinux
import Synchronization

/// Wakes an audio thread that sleeps because nothing sounds.
///
/// A producer rings after it has put something into one of the audio thread's rings. The audio
/// thread looks at the rings once more after it has announced that it will sleep. Either it sees the
/// new element, or the producer sees that it sleeps.
final class WakeBell: @unchecked Sendable {
    private let isAsleep = Atomic<Bool>(false)
    private let semaphore: UnsafeMutablePointer<seqd_semaphore>

    init() {
        semaphore = .allocate(capacity: 1)
        seqd_semaphore_init(semaphore)
    }

    deinit {
        seqd_semaphore_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Wakes the audio thread if it sleeps.
    ///
    /// Any thread, after something was put into a ring.
    func ring() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) {
            seqd_semaphore_post(semaphore)
        }
    }

    /// Sleeps until somebody rings.
    ///
    /// Audio thread only.
    ///
    /// - Parameter hasWork: Whether a ring holds something; asked once it would be woken.
    func sleep(unless hasWork: () -> Bool) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if hasWork(), isAsleep.exchange(false, ordering: .sequentiallyConsistent) { return }
        seqd_semaphore_wait(semaphore)
    }
}
