package import ControlProtocol

/// The daemon's event loop: everything that is confined to it is isolated to this actor.
///
/// Its work may not wait for a disk, a device or a computation of more than a few milliseconds; use
/// a ``WorkerQueue`` for that.
@globalActor
package actor EventLoop {
    package static let shared = EventLoop()
    private static let started = Result { () throws(RequestError) in try PollLoop() }

    /// The loop that runs its jobs.
    ///
    /// - Precondition: The system has a descriptor and a thread to give; see ``start()``.
    static let loop: PollLoop = {
        switch started {
        case .success(let loop): return loop
        case .failure(let error): preconditionFailure("\(error)")
        }
    }()

    /// The clock of the loop.
    @EventLoop package static let clock = LoopClock()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.loop.asUnownedSerialExecutor()
    }

    /// Starts the loop, unless it is already running.
    ///
    /// - Throws: The system's error if it has no descriptor or thread to give.
    package static func start() throws(RequestError) {
        _ = try started.get()
    }

    /// Schedules work for a later turn, after all work that was scheduled before.
    ///
    /// Can be called on any thread.
    package static func execute(_ work: @escaping @EventLoop () -> Void) {
        loop.execute(work)
    }

    /// Begins work at once: before this returns, the work has run up to the point where it first
    /// waits.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    @EventLoop
    @discardableResult
    package static func begin<Value: Sendable>(
        _ work: @escaping @EventLoop () async throws -> Value
    ) -> Pending<Value> {
        let pending = Pending<Value>()
        Task.immediate { @EventLoop in
            do {
                pending.succeed(try await work())
            } catch {
                pending.fail(error)
            }
        }
        return pending
    }

    /// Waits for a value that a thread gives; what follows is done in a later turn in any case.
    ///
    /// - Parameter start: Starts the work, which passes the value to the closure once, on any
    ///   thread.
    /// - Returns: The value.
    @EventLoop
    package static func value<Value: Sendable>(
        _ start: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        // By a later turn: a task that a fast thread resumes before it waits would continue at
        // once, ahead of the code that began it.
        await withCheckedContinuation { continuation in
            start { value in execute { continuation.resume(returning: value) } }
        }
    }
}
