import CLinux

/// A counting semaphore.
struct Semaphore: ~Copyable, @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<seqd_semaphore>

    /// Makes a semaphore that nobody has posted.
    init() {
        semaphore = .allocate(capacity: 1)
        seqd_semaphore_init(semaphore)
    }

    deinit {
        seqd_semaphore_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets one waiting thread go on, or the next that waits; never blocks.
    @_noLocks
    func post() { seqd_semaphore_post(semaphore) }

    /// Waits for a post.
    ///
    /// The audio thread waits only for work that another thread is in the middle of.
    @_noLocks
    func wait() { seqd_semaphore_wait(semaphore) }
}
