import CTerminal
import Glibc

/// The terminal that keys are read from, and its mode meanwhile.
///
/// It is stdin; if that is something else, such as a MIDI file, it is the controlling terminal.
/// Only a process in the foreground reads keys: one in the background neither reads nor changes
/// anything, so that it is never stopped for that. Main thread.
package final class TerminalMode {
    /// Whether keys are read from it at present.
    package private(set) var isEntered = false
    /// Whether the terminal has disappeared: its window is closed or its line hung up.
    package private(set) var isHungUp = false

    private let terminal: Int32
    private let isOwned: Bool

    /// The most bytes of one ``read()``.
    private static let bytesPerRead = 1024

    /// Finds the terminal; `nil` if the process has none.
    package init?() {
        if isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) >= 0 {
            terminal = STDIN_FILENO
            isOwned = false
            return
        }
        let opened = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        terminal = opened
        isOwned = true
    }

    deinit {
        leave()
        if isOwned { close(terminal) }
    }

    /// The descriptor to poll for keys; −1, which poll(2) ignores, while none can come.
    package var descriptor: Int32 { isEntered && !isHungUp ? terminal : -1 }

    /// Sets the mode for keys if the process is in the foreground.
    ///
    /// Call it several times per second: that is how the process notices Ctrl-Z, `fg` and `bg`.
    ///
    /// - Returns: Whether this call set the mode: the lines shown on the terminal may be gone.
    @discardableResult
    package func enter() -> Bool {
        guard !isHungUp else { return false }
        let status = seqd_terminal_enter(terminal)
        if status < 0 && isEntered { seqd_terminal_forget() }
        isEntered = status >= 0
        return status > 0
    }

    /// Restores the mode from before ``enter()``, if there is one to restore.
    package func leave() {
        isEntered = false
        seqd_terminal_leave()
    }

    /// Reads the bytes of keys pressed since the last call, without waiting.
    ///
    /// - Returns: At most 1024 bytes; none if ``isHungUp`` has become true.
    package func read() -> [UInt8] {
        guard isEntered, !isHungUp else { return [] }
        // Reading would stop a process that was moved into the background.
        guard seqd_terminal_is_foreground(terminal) else {
            seqd_terminal_forget()
            isEntered = false
            // A terminal that has disappeared returns an error, too.
            isHungUp = tcgetpgrp(terminal) < 0 && errno != ENOTTY
            return []
        }
        var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, 0) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: Self.bytesPerRead)
        let count = unsafe Glibc.read(terminal, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        // Without a key and without an error poll(2) would not have returned: the line is dead.
        let isInterrupted = count < 0 && (errno == EINTR || errno == EAGAIN)
        let hasEnded = ready.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
        if !isInterrupted && (count < 0 || hasEnded) { isHungUp = true }
        return []
    }
}
