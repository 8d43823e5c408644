import CTerminal
import Glibc

/// An output buffer for a terminal that may not take bytes now, or never again.
struct TerminalOutput: ~Copyable, Sendable {
    /// The terminal.
    let descriptor: Int32
    /// Whether the terminal has disappeared.
    private(set) var hasFailed = false

    private let isOwned: Bool
    private var pending: [UInt8] = []

    /// The most bytes that are stored for a terminal that takes none; further text is dropped.
    private static let maximumPending = 65_536

    /// The longest that ``drain()`` waits, and the steps in which it does, in milliseconds.
    private static let drainMilliseconds: Int32 = 200
    private static let stepMilliseconds: Int32 = 10

    /// Opens the terminal behind a descriptor for writing that never blocks.
    ///
    /// The descriptor itself is shared with the shell and others, which do not expect O_NONBLOCK.
    /// Opening the terminal again is refused if it belongs to another user (after `su`); then the
    /// descriptor itself is used, when poll(2) reports room.
    init(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else {
            self.descriptor = descriptor
            isOwned = false
            return
        }
        let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        let opened = unsafe open("/proc/self/fd/\(descriptor)", flags)
        isOwned = opened >= 0
        self.descriptor = opened >= 0 ? opened : descriptor
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Whether this process may draw on the terminal now.
    var mayDraw: Bool { seqd_terminal_may_draw(descriptor) }

    /// Adds text to the buffer.
    mutating func add(_ text: some StringProtocol) {
        guard !hasFailed, pending.count < Self.maximumPending else { return }
        pending += text.utf8
    }

    /// Sends as much as the terminal takes now.
    ///
    /// - Returns: Whether the buffer is empty.
    mutating func flush() -> Bool {
        while !pending.isEmpty && !hasFailed {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&ready, 1, 0) > 0 else { break }
            let count = unsafe pending.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                pending.removeFirst(count)
            } else if count < 0 && errno == EAGAIN {
                break
            } else if !(count < 0 && errno == EINTR) {
                // For example EIO after a hang-up, which is final.
                hasFailed = true
            }
        }
        if hasFailed { pending = [] }
        return pending.isEmpty
    }

    /// Sends everything, waiting for a slow terminal, but not for a stuck one.
    mutating func drain() {
        var left = Self.drainMilliseconds
        while !flush() && left > 0 {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&ready, 1, Self.stepMilliseconds)
            left -= Self.stepMilliseconds
        }
        pending = []
    }
}
