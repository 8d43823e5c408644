import CEpoll
import Glibc
import Platform
import Synchronization

/// The work for a server's thread: what the player, on other threads, has to tell.
final class MediaInbox: Sendable {
    /// The work since the last look.
    struct Contents: Sendable {
        /// The last state; `nil` if there is no other one.
        var state: MediaState?
        /// Whether the position was set by a command.
        var hasJumped = false
        /// The answers to calls, each with the number of its call.
        var answers: [(call: Int, answer: Result<[BusValue], BusFault>)] = []
        /// Whether the server is to end.
        var isEnding = false
    }

    private let contents = Mutex(Contents())
    /// Wakes the thread, eventfd(2).
    let bell: CInt

    /// Makes an empty inbox.
    ///
    /// - Throws: The system's error if it has no descriptor to give.
    init() throws(BusError) {
        bell = seqd_poll_bell()
        guard bell >= 0 else { throw BusError(SystemError.text()) }
    }

    deinit { close(bell) }

    /// Puts something in, and wakes the thread.
    func put(_ change: (inout sending Contents) -> Void) {
        contents.withLock { change(&$0) }
        var one: UInt64 = 1
        _ = unsafe write(bell, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes the work that waits.
    func take() -> Contents {
        var count: UInt64 = 0
        _ = unsafe read(bell, &count, MemoryLayout<UInt64>.size)
        return contents.withLock { contents in
            let taken = contents
            contents.state = nil
            contents.hasJumped = false
            contents.answers = []
            return taken
        }
    }
}
