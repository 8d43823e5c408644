import ControlProtocol

/// Writes the daemon's state when it changes, and the position while something plays.
///
/// A second lies between the starts of two writes. While only the position changes, it is a second
/// for each 64 KiB of the document, so that a queue of thousands of files does not wear out a disk.
/// The owner writes on another thread.
@EventLoop
final class StateKeeper {
    /// Writes a state.
    ///
    /// The result is the number of bytes.
    typealias Write = @EventLoop (DaemonState) async throws -> Int

    /// The time between the starts of two writes.
    static let interval = Duration.seconds(1)
    /// The bytes of the document for which the position is written once an ``interval``.
    static let bytesPerInterval = 64 << 10

    private let clock: LoopClock
    /// Gets the state as it is.
    private let state: () -> DaemonState
    private let write: Write
    private let warn: (String) -> Void

    /// The state that the file has; `nil` if that is not known.
    private var written: DaemonState?
    private var bytes = 0
    /// Whether more than the position may have changed since the last look.
    private var hasChanged = false
    /// The intervals since the last write in which only the position has changed.
    private var skippedIntervals = 0
    /// Whether something played at the last look, so that the position changes.
    private var isPlaying = false
    private var timer: LoopClock.Appointment?
    private var isWriting = false
    /// Settled with the last write.
    private var lastWrite = Pending<Void>.done
    /// Whether the last write failed, which is told once.
    private var hasFailed = false
    private var hasEnded = false
    /// The state at the end.
    private var last: DaemonState?

    /// Makes a keeper of a state.
    ///
    /// - Parameters:
    ///   - written: The state that the file has; `nil` if it is to be written in any case.
    ///   - clock: The clock.
    ///   - state: Gets the state as it is.
    ///   - write: Writes a state on another thread.
    ///   - warn: Called with the reason why the state cannot be written, once for each time that it
    ///     begins to fail.
    init(
        written: DaemonState?,
        by clock: LoopClock = EventLoop.clock,
        state: @escaping () -> DaemonState,
        write: @escaping Write,
        warn: @escaping (String) -> Void
    ) {
        self.clock = clock
        self.written = written
        self.state = state
        self.write = write
        self.warn = warn
        changed()
    }

    /// Notes that the state may have changed.
    func changed() {
        guard !hasEnded else { return }
        hasChanged = true
        look()
    }

    /// Writes the state for the last time, if that can be.
    func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        timer?.cancel()
        timer = nil
        let last = state()
        self.last = last
        _ = await lastWrite.outcome
        await saveIfChanged(last)
    }

    /// Changes the state that was the last, and writes it once more if that changes it; after
    /// ``end()`` has completed.
    ///
    /// - Parameter change: Changes what only the end of everything else decides.
    func amend(_ change: (inout DaemonState) -> Void) async {
        guard var last else { return }
        change(&last)
        await saveIfChanged(last)
    }

    private func saveIfChanged(_ state: DaemonState) async {
        if state != written { await save(state) }
    }

    /// Writes the state if it has changed and it is time.
    private func look() {
        guard timer == nil, !isWriting, !hasEnded else { return }
        let now = state()
        isPlaying = now.transport == .playing
        let isDue = hasChanged || skippedIntervals + 1 >= bytes / Self.bytesPerInterval
        hasChanged = false
        // Without either, nothing is to be done until the next change.
        guard now != written || isPlaying else { return }
        wait()
        guard now != written else { return }
        skippedIntervals = isDue ? 0 : skippedIntervals + 1
        if isDue { lastWrite = EventLoop.begin { [self] in await save(now) } }
    }

    private func wait() {
        timer = clock.schedule(in: Self.interval) { [weak self] in
            guard let self else { return }
            timer = nil
            lookAgain()
        }
    }

    private func lookAgain() {
        if hasChanged || isPlaying { look() }
    }

    private func save(_ state: DaemonState) async {
        isWriting = true
        do {
            bytes = try await write(state)
            written = state
            hasFailed = false
        } catch {
            // The file may have the state before, this one or none.
            written = nil
            if !hasFailed { warn("\(RequestError(completing: error))") }
            hasFailed = true
        }
        isWriting = false
        lookAgain()
    }
}
