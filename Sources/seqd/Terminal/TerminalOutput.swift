import CLinux
import Glibc

/// Bytes on their way to a terminal that may not take them now, or never again.
struct TerminalOutput: ~Copyable, Sendable {
    /// Where they go.
    let descriptor: Int32
    /// Whether the terminal has gone.
    private(set) var hasFailed = false

    private let isOwned: Bool
    private var pending: [UInt8] = []

    /// What a terminal that takes nothing is owed at most; then nothing is added any more.
    private static let maximumPending = 65_536

    /// How long ``drain()`` waits in all, in steps of ms.
    private static let patience: Int32 = 200
    private static let step: Int32 = 10

    /// Opens the terminal behind a descriptor for writing that never blocks.
    ///
    /// The descriptor itself is shared with the shell and others, which would be surprised by
    /// O_NONBLOCK. Opening it anew is refused where the terminal is another user's (after `su`);
    /// then the descriptor itself is written to, when poll(2) says that there is room.
    init(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else {
            self.descriptor = descriptor
            isOwned = false
            return
        }
        let flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        let opened = open("/proc/self/fd/\(descriptor)", flags)
        isOwned = opened >= 0
        self.descriptor = opened >= 0 ? opened : descriptor
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Whether the terminal is there for this process to draw on.
    var mayDraw: Bool { seqd_terminal_may_draw(descriptor) }

    /// Puts text behind what waits.
    mutating func add(_ text: some StringProtocol) {
        guard !hasFailed, pending.count < Self.maximumPending else { return }
        pending += text.utf8
    }

    /// Sends what the terminal takes now.
    ///
    /// - Returns: Whether nothing is left to be sent.
    mutating func flush() -> Bool {
        while !pending.isEmpty && !hasFailed {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 0) > 0 else { break }
            let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                pending.removeFirst(count)
            } else if count < 0 && errno == EAGAIN {
                break
            } else if !(count < 0 && errno == EINTR) {
                // EIO after a hang-up, for one. Nothing more will ever be shown there.
                hasFailed = true
            }
        }
        if hasFailed { pending = [] }
        return pending.isEmpty
    }

    /// Sends all, waiting for a terminal that is slow, but not for one that is stuck.
    mutating func drain() {
        var left = Self.patience
        while !flush() && left > 0 {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, Self.step)
            left -= Self.step
        }
        pending = []
    }
}
