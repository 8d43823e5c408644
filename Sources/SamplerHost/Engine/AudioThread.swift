import Platform
import Synchronization

/// The thread on which an engine runs into a sink.
public final class AudioThread: Sendable {
    /// The real-time priority that is requested.
    public static let priority = RealTimePriority.audio

    /// The reason why the memory could not be locked; `nil` if it was, or real time was not requested.
    public let memoryRefusal: String?
    private let thread: SystemThread
    private let outcome: Outcome

    /// The way in which the thread ends.
    private final class Outcome: Sendable {
        let failure = Mutex<HostError?>(nil)
        let hasEnded = Atomic<Bool>(false)
    }

    /// Starts a thread that runs an engine into a sink.
    ///
    /// - Parameters:
    ///   - engine: The engine, which nothing else runs.
    ///   - sink: The sink, which nothing else uses until the end.
    ///   - realTime: Whether to request real-time priority, and that memory is locked. Refusals are
    ///     noted in ``priorityRefusal`` and ``memoryRefusal``, and the thread runs without.
    ///   - onEnd: Called on the thread as the last thing, after an error too.
    ///   - betweenPeriods: Called on the thread after each period, outside of the section that must
    ///     not block; it must not keep a device waiting.
    /// - Throws: `internal` when the system has no thread to give.
    public init(
        running engine: Engine,
        into sink: some PeriodSink,
        realTime: Bool,
        onEnd: @escaping @Sendable () -> Void = {},
        betweenPeriods: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        let outcome = Outcome()
        memoryRefusal = realTime ? MemoryLock.request() : nil
        self.outcome = outcome
        // From here on only the new thread uses it.
        nonisolated(unsafe) let sink: any PeriodSink = sink
        thread = try SystemThread.start(
            "audio thread",
            name: "seqd-audio",
            priority: realTime ? Self.priority : 0
        ) {
            do throws(HostError) {
                try unsafe engine.run(into: sink, betweenPeriods: betweenPeriods)
            } catch {
                outcome.failure.withLock { $0 = error }
            }
            outcome.hasEnded.store(true, ordering: .releasing)
            onEnd()
        }
    }

    /// The reason why real-time priority was refused; `nil` if it was granted or not requested.
    public var priorityRefusal: String? { thread.priorityRefusal }

    /// Whether the engine has ended, or the sink failed.
    public var hasEnded: Bool { outcome.hasEnded.load(ordering: .acquiring) }

    /// Waits for the end; once.
    ///
    /// - Throws: The sink's error.
    public func join() throws(HostError) {
        thread.join()
        if let failure = outcome.failure.withLock({ $0 }) { throw failure }
    }
}
