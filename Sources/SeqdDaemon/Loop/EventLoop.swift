package import ControlProtocol

/// The daemon's event loop: all that is confined to it is isolated to this actor.
///
/// Nothing that it does may wait for a disk, a device or a computation of more than a few
/// milliseconds: there are ``WorkerQueue``s for that.
@globalActor
package actor EventLoop {
    package static let shared = EventLoop()
    private static let started = Result { () throws(RequestError) in try PollLoop() }

    /// The loop that does its jobs.
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

    /// Starts the loop, if it does not run yet.
    ///
    /// - Throws: The system's error if it has no descriptor or thread to give.
    package static func start() throws(RequestError) {
        _ = try started.get()
    }

    /// Has work done in a later turn, after all that was asked for before.
    ///
    /// Any thread.
    package static func execute(_ work: @escaping @EventLoop () -> Void) {
        loop.execute(work)
    }

    /// Begins work at once: it is done up to where it first waits before this returns.
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

    /// Waits for a value that a thread gives.
    ///
    /// - Parameter start: Begins what gives the value, once, by calling its argument on any thread.
    /// - Returns: The value.
    @EventLoop
    package static func value<Value: Sendable>(
        _ start: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: $0) }
        }
    }
}
