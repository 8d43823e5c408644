import Realtime
import Synchronization

/// Commands: stop, pause and resume.
///
/// The controlling thread's.
extension Engine {
    /// Fades out within 10 ms and ends; ``run(into:betweenPeriods:)`` returns after it.
    public func stop() {
        give(.stop)
        resumed.post()
    }

    /// Fades out and releases the device; returns when that is done.
    ///
    /// Changes that are made until ``resume(_:)`` take effect with the first frame after the pause.
    public func pause() {
        guard !isPaused, !status.value.hasEnded.load(ordering: .acquiring) else { return }
        guard give(.pause) else { return }
        paused.wait()
        isPaused = true
    }

    /// Continues after ``pause()``.
    ///
    /// - Parameter change: Changes that are made before anything is heard, such as another position.
    public func resume(_ change: () -> Void = {}) {
        guard isPaused else { return }
        isPaused = false
        give(.resume)
        // The audio thread waits: it takes all that is given now at once.
        change()
        resumed.post()
    }

    /// Ends ``run(into:betweenPeriods:)`` after the current period, without a fade; the sink keeps
    /// nothing.
    ///
    /// From any thread.
    public func cancel() {
        status.value.isCancelled.store(true, ordering: .relaxed)
        resumed.post()
        bell.ring()
    }
}
