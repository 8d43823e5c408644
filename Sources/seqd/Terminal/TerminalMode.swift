import CLinux
import Glibc

/// The terminal whose keys play, and its mode while they do.
///
/// That is stdin, or, where stdin is something else such as the music itself, the terminal that
/// the process belongs to. Only a process in the foreground takes keys: one in the background
/// neither reads nor changes anything, so it is never stopped for that. Main thread.
final class TerminalMode {
    /// Whether keys come from it at present.
    private(set) var isEntered = false
    /// Whether the terminal has gone: its window is closed, its line hung up.
    private(set) var isHungUp = false

    private let terminal: Int32
    private let isOwned: Bool

    /// The most that one ``read()`` takes.
    private static let bytesPerRead = 1024

    /// Finds the terminal; `nil` where the process belongs to none.
    init?() {
        if isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) >= 0 {
            terminal = STDIN_FILENO
            isOwned = false
            return
        }
        let opened = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        terminal = opened
        isOwned = true
    }

    deinit {
        leave()
        if isOwned { close(terminal) }
    }

    /// What poll(2) waits on for keys; −1, which it passes over, while none can come.
    var descriptor: Int32 { isEntered && !isHungUp ? terminal : -1 }

    /// Takes the terminal for keys when the process is in the foreground.
    ///
    /// To be called again and again, some times a second: after Ctrl-Z and `fg`, or a `bg` behind
    /// its back, the process finds its place by that.
    ///
    /// - Returns: Whether the terminal was taken by this call: what is shown on it may be gone.
    @discardableResult
    func enter() -> Bool {
        guard !isHungUp else { return false }
        let status = seqd_terminal_enter(terminal)
        if status < 0 && isEntered { seqd_terminal_forget() }
        isEntered = status >= 0
        return status > 0
    }

    /// Restores what was before ``enter()``; does nothing where there is nothing to restore.
    func leave() {
        isEntered = false
        seqd_terminal_leave()
    }

    /// The bytes that keys have sent since; never waits.
    ///
    /// - Returns: At most 1024 bytes; none too when ``isHungUp`` has become true.
    func read() -> [UInt8] {
        guard isEntered, !isHungUp else { return [] }
        // A process that was moved into the background would be stopped by reading.
        guard seqd_terminal_is_foreground(terminal) else {
            seqd_terminal_forget()
            isEntered = false
            // The answer of a terminal that has gone is an error too.
            isHungUp = tcgetpgrp(terminal) < 0 && errno != ENOTTY
            return []
        }
        var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: Self.bytesPerRead)
        let count = Glibc.read(terminal, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        // Without a key and without an error poll(2) would not have returned: the line is dead.
        let isInterrupted = count < 0 && (errno == EINTR || errno == EAGAIN)
        let hasEnded = ready.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
        if !isInterrupted && (count < 0 || hasEnded) { isHungUp = true }
        return []
    }
}
