import CLinux
import Platform
public import SamplerHost
public import Sequencer
import Synchronization

/// Records live MIDI on a thread of its own: a take at a time, and all that comes in for captures.
///
/// It gets a copy of each event through ``queue``, and writes to disk what came in twice a second.
public final class Recorder: Sendable {
    /// The queue of the events to the recorder; see `LiveInput`.
    public let queue: RecordQueue
    private let thread: Mutex<SystemThread?> = Mutex(nil)
    private let jobs = Mutex<[Job]>([])
    private let isEnding = Atomic<Bool>(false)
    private let counts = Mutex<Counts>(Counts())

    /// Work for the recorder's thread.
    private typealias Job = @Sendable (RecorderWork) -> Void

    /// The counts of what was recorded so far.
    struct Counts: Sendable {
        /// The notes of the take.
        var notes = 0
        /// The messages of all inputs.
        var messages = 0
    }

    /// Starts a recorder.
    ///
    /// - Parameters:
    ///   - capture: Where all that comes in is stored; `nil` stores nothing.
    ///   - onFailure: Called on the recorder's thread if a take cannot be written, which ends it, or if
    ///     captures are interrupted: those continue by themselves when they can be written again.
    /// - Throws: `internal` when the system has no thread to give.
    public init(
        capture: CaptureSettings? = nil,
        onFailure: @escaping @Sendable (RecorderFailure) -> Void
    ) throws(HostError) {
        queue = try RecordQueue()
        let started: SystemThread
        do throws(SystemThread.StartError) {
            // It keeps the recorder, which may be dropped before the thread has begun: what it was given
            // to do is done all the same.
            started = try SystemThread("seqd-recorder") { [self] in
                run(RecorderWork(capture, onFailure: onFailure))
            }
        } catch {
            throw HostError(.internal, "recorder thread", "\(error)")
        }
        thread.withLock { $0 = started }
    }

    // MARK: Any thread

    /// The number of notes of the take that is being recorded.
    public var notes: Int { counts.withLock { $0.notes } }
    /// The number of messages that have arrived.
    public var messages: Int { counts.withLock { $0.messages } }

    /// Begins a take.
    ///
    /// - Parameters:
    ///   - request: The take.
    ///   - start: The start, in nanoseconds of the monotonic clock.
    ///   - onEnd: Called on the recorder's thread when the take has a file on disk, with the name under
    ///     which a crash leaves it (`nil` where the file system has no second names for a file), or
    ///     with the reason why not.
    public func begin(
        _ request: TakeRequest,
        at start: Int64,
        onEnd: @escaping @Sendable (Result<String?, HostError>) -> Void
    ) {
        let dropped = queue.droppedEvents
        perform { work in
            onEnd(Result { () throws(HostError) in try work.begin(request, start, dropped) })
        }
    }

    /// Adds positions of playback to the take.
    ///
    /// - Parameter marks: The positions; their times are in nanoseconds of the take.
    public func add(_ marks: [TakeMark]) {
        guard !marks.isEmpty else { return }
        perform { $0.add(marks) }
    }

    /// Ends the take, and makes its file.
    ///
    /// - Parameters:
    ///   - stamp: The end, in nanoseconds of the monotonic clock.
    ///   - onEnd: Called on the recorder's thread with what became of it.
    public func end(
        at stamp: Int64,
        onEnd: @escaping @Sendable (Result<TakeSummary, HostError>) -> Void
    ) {
        perform { [queue] work in
            onEnd(
                Result { () throws(HostError) in
                    try work.end(at: stamp, dropped: queue.droppedEvents)
                }
            )
        }
    }

    /// Makes the recording of what a crash has left of a take, before any later take begins.
    ///
    /// - Parameter recovery: Called on the recorder's thread; see ``TakeFile``.
    public func recover(_ recovery: @escaping @Sendable () -> Void) {
        perform { _ in recovery() }
    }

    /// Writes the messages that have arrived to a file.
    ///
    /// - Parameters:
    ///   - request: The capture.
    ///   - onEnd: Called on the recorder's thread with what became of it.
    public func capture(
        _ request: CaptureRequest,
        onEnd: @escaping @Sendable (Result<TakeSummary, HostError>) -> Void
    ) {
        perform { work in
            onEnd(Result { () throws(HostError) in try work.capture(request) })
        }
    }

    /// Ends the thread; a take that is being recorded becomes a file.
    ///
    /// - Returns: The result of the take; `nil` if none was being recorded.
    @discardableResult
    public func end() -> Result<TakeSummary, HostError>? {
        let outcome = Outcome()
        beginEnd { result in outcome.value.withLock { $0 = result } }
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
        return outcome.value.withLock { $0 }
    }

    /// The end of a take on its way to another thread.
    private final class Outcome: Sendable {
        let value = Mutex<Result<TakeSummary, HostError>?>(nil)
    }

    /// Makes the thread end, which writes to the disk before; a take that is being recorded becomes
    /// a file.
    ///
    /// - Parameter onEnd: Called on the recorder's thread at its end, with what became of the take;
    ///   `nil` if none was being recorded.
    public func beginEnd(_ onEnd: @escaping @Sendable (Result<TakeSummary, HostError>?) -> Void) {
        perform { [queue] work in
            guard work.isRecording else {
                work.close()
                return onEnd(nil)
            }
            let result = Result { () throws(HostError) in
                try work.end(at: LiveQueue.now, dropped: queue.droppedEvents)
            }
            work.close()
            onEnd(result)
        }
        isEnding.store(true, ordering: .releasing)
        queue.endWait()
    }

    private func perform(_ job: @escaping Job) {
        jobs.withLock { $0.append(job) }
        queue.endWait()
    }

    // MARK: The recorder's thread

    /// The time in which events are collected before they are processed.
    private static let batch: Int64 = 20_000_000

    private func run(_ work: RecorderWork) {
        while true {
            queue.wait(milliseconds: work.hasChanges ? 100 : -1)
            let isLast = isEnding.load(ordering: .acquiring)
            // The jobs first: what came in before them is theirs.
            let waiting = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            let events = queue.take()
            work.add(events)
            for job in waiting { job(work) }
            work.checkpoint(at: LiveQueue.now)
            counts.withLock { counts in
                counts.notes = work.notes
                counts.messages += events.count
            }
            if isLast { break }
            if !events.isEmpty { seqd_sleep_until(LiveQueue.now + Self.batch) }
        }
    }
}
