import ControlProtocol
import NIOCore

/// Writes the daemon's state when it changes, and the position while something plays.
///
/// A second lies between the starts of two writes. While only the position changes, it is a second
/// for each 64 KiB of the document, so that a queue of thousands of files does not wear out a disk.
/// Confined to its event loop; the owner writes on another thread.
final class StateKeeper {
    /// Writes a state.
    ///
    /// The result is the number of bytes.
    typealias Write = (DaemonState) -> EventLoopFuture<Int>

    /// The time between the starts of two writes.
    static let interval = TimeAmount.seconds(1)
    /// The bytes of the document for which the position is written once an ``interval``.
    static let bytesPerInterval = 64 << 10

    private let eventLoop: any EventLoop
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
    private var timer: Scheduled<Void>?
    private var isWriting = false
    /// Completes with the last write.
    private var lastWrite: EventLoopFuture<Void>
    /// Whether the last write failed, which is told once.
    private var hasFailed = false
    private var hasEnded = false
    /// The state at the end.
    private var last: DaemonState?

    /// Makes a keeper of a state.
    ///
    /// - Parameters:
    ///   - eventLoop: The loop to which it is confined.
    ///   - written: The state that the file has; `nil` if it is to be written in any case.
    ///   - state: Gets the state as it is.
    ///   - write: Writes a state on another thread.
    ///   - warn: Called with the reason why the state cannot be written, once for each time that it
    ///     begins to fail.
    init(
        on eventLoop: any EventLoop,
        written: DaemonState?,
        state: @escaping () -> DaemonState,
        write: @escaping Write,
        warn: @escaping (String) -> Void
    ) {
        self.eventLoop = eventLoop
        self.written = written
        self.state = state
        self.write = write
        self.warn = warn
        lastWrite = eventLoop.makeSucceededVoidFuture()
        changed()
    }

    /// Notes that the state may have changed.
    func changed() {
        guard !hasEnded else { return }
        hasChanged = true
        look()
    }

    /// Writes the state for the last time.
    ///
    /// - Returns: Completes when it is written, or cannot be.
    func end() -> EventLoopFuture<Void> {
        guard !hasEnded else { return eventLoop.makeSucceededVoidFuture() }
        hasEnded = true
        timer?.cancel()
        timer = nil
        let last = state()
        self.last = last
        return lastWrite.assumeIsolated().flatMap { self.saveIfChanged(last) }.nonisolated()
    }

    /// Changes the state that was the last, and writes it once more if that changes it; after
    /// ``end()`` has completed.
    ///
    /// - Parameter change: Changes what only the end of everything else decides.
    /// - Returns: Completes when it is written, or cannot be.
    func amend(_ change: (inout DaemonState) -> Void) -> EventLoopFuture<Void> {
        guard var last else { return eventLoop.makeSucceededVoidFuture() }
        change(&last)
        return saveIfChanged(last)
    }

    private func saveIfChanged(_ state: DaemonState) -> EventLoopFuture<Void> {
        state == written ? eventLoop.makeSucceededVoidFuture() : save(state)
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
        if isDue { lastWrite = save(now) }
    }

    private func wait() {
        timer = eventLoop.assumeIsolated().scheduleTask(in: Self.interval) { [weak self] in
            guard let self else { return }
            timer = nil
            lookAgain()
        }
    }

    private func lookAgain() {
        if hasChanged || isPlaying { look() }
    }

    private func save(_ state: DaemonState) -> EventLoopFuture<Void> {
        isWriting = true
        return write(state).assumeIsolated().map { bytes in
            self.written = state
            self.bytes = bytes
            self.hasFailed = false
        }.flatMapErrorThrowing { error in
            // The file may have the state before, this one or none.
            self.written = nil
            if !self.hasFailed { self.warn("\(RequestError(completing: error))") }
            self.hasFailed = true
        }.map {
            self.isWriting = false
            self.lookAgain()
        }.nonisolated()
    }
}
