import CLinux

/// A counting semaphore.
@safe
package struct Semaphore: ~Copyable, @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<seqd_semaphore>

    /// Makes a semaphore with a count of 0.
    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe seqd_semaphore_init(semaphore)
    }

    deinit {
        unsafe seqd_semaphore_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Wakes one waiting thread, or the next that waits; never blocks.
    @_noLocks
    package func post() { unsafe seqd_semaphore_post(semaphore) }

    /// Waits for a post.
    ///
    /// The audio thread waits only for work that another thread is in the middle of.
    @_noLocks
    package func wait() { unsafe seqd_semaphore_wait(semaphore) }

    /// Waits for a post, at most until the monotonic clock shows a time; `.max` is for ever.
    ///
    /// Not for the audio thread.
    package func wait(until time: Int64) {
        if time == .max { wait() } else { unsafe seqd_semaphore_wait_until(semaphore, time) }
    }
}
