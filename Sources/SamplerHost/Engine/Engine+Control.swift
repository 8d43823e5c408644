import Realtime
import Synchronization

/// Commands: stop and pause.
///
/// The controlling thread's.
extension Engine {
    /// Fades out within 10 ms and ends; ``run(into:measuring:betweenPeriods:)`` returns after it.
    public func stop() {
        give(.stop)
        resumed.post()
    }

    /// Fades out and releases the device; returns when that is done.
    ///
    /// - Returns: The pause; `nil` if the engine is paused already, has ended or has hung.
    public func pause() -> EnginePause? {
        guard !isPaused, !status.value.hasEnded.load(ordering: .acquiring) else { return nil }
        guard give(.pause) else { return nil }
        paused.wait()
        isPaused = true
        return EnginePause(self)
    }

    /// Ends the pause, if there is one.
    fileprivate func endPause(_ change: () -> Void = {}) {
        guard isPaused else { return }
        isPaused = false
        give(.resume)
        // The audio thread waits: it takes all that is given now at once.
        change()
        resumed.post()
    }

    /// Ends ``run(into:measuring:betweenPeriods:)`` after the current period, without a fade; the
    /// sink keeps nothing.
    ///
    /// From any thread.
    public func cancel() {
        status.value.isCancelled.store(true, ordering: .relaxed)
        resumed.post()
        bell.ring()
    }
}

/// A pause of an engine, from ``Engine/pause()`` on; its end is the engine's resumption.
///
/// Any command may be given meanwhile: the audio thread waits, carries all of them out with the
/// first frame after the pause, and reports nothing before. ``Engine/stop()`` ends the engine at
/// once. The controlling thread's.
public struct EnginePause: ~Copyable {
    private let engine: Engine

    fileprivate init(_ engine: Engine) { self.engine = engine }

    /// Continues.
    ///
    /// - Parameter change: Changes that are made before anything is heard, such as another position.
    public consuming func resume(_ change: () -> Void = {}) { engine.endPause(change) }

    deinit { engine.endPause() }
}
