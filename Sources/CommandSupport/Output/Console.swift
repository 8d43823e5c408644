import Glibc
import Platform
import Synchronization
package import TerminalUI
import Wording

/// The process's own output: data on stdout, messages on stderr.
package enum Console {
    /// The line that a ``TerminalLine`` keeps on stderr, if there is one.
    ///
    /// Messages come from several threads.
    private static let line = Mutex("")

    /// The view on the terminal behind stderr, if there is one.
    private static let view = Mutex<TerminalView?>(nil)

    /// Sets the view above which messages appear; `nil` for none.
    package static func setView(_ view: TerminalView?) {
        self.view.withLock { $0 = view }
    }

    /// Opens standard streams that were closed when the program started: the next file that is opened
    /// would become one, and get the messages.
    ///
    /// Call it before anything else is opened. Writing to stdout then fails, as it should.
    package static func openMissingStreams() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDONLY)
            guard descriptor > STDERR_FILENO || descriptor < 0 else { continue }
            if descriptor >= 0 { close(descriptor) }
            return
        }
    }

    /// Prints a message on stderr, as one line after `seqd: `.
    ///
    /// A failure of stderr is ignored.
    package static func report(_ message: String) {
        let text = "seqd: \(message.printable)\n"
        if let view = view.withLock({ $0 }), view.print(above: text) { return }
        line.withLock { line in
            let whole = line.isEmpty ? text : "\r\(Self.eraseToEnd)\(text)\(line)"
            _ = write(Array(whole.utf8), to: STDERR_FILENO)
        }
    }

    /// Keeps a line at the bottom of the terminal behind stderr.
    package static func showLine(_ text: String) {
        line.withLock { line in
            line = text
            // Erases after writing, so that nothing flickers.
            _ = write(Array("\r\(text)\(Self.eraseToEnd)".utf8), to: STDERR_FILENO)
        }
    }

    /// Ends the line of ``showLine(_:)``: removes it, or begins the next line.
    package static func endLine(isRemoved: Bool) {
        line.withLock { line in
            guard !line.isEmpty else { return }
            line = ""
            let end = isRemoved ? "\r\(Self.eraseToEnd)" : "\n"
            _ = write(Array(end.utf8), to: STDERR_FILENO)
        }
    }

    /// ECMA-48's EL: erases from the cursor to the end of the line.
    private static let eraseToEnd = "\u{1B}[K"

    /// Writes data to stdout.
    ///
    /// - Throws: Status 74; without a message if the reader has closed the pipe (`| head`).
    package static func write(_ text: String) throws(CommandFailure) {
        try check(write(Array(text.utf8), to: STDOUT_FILENO))
    }

    /// Writes bytes to stdout.
    ///
    /// - Throws: Status 74; without a message if the reader has closed the pipe (`| head`).
    package static func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
        try check(unsafe write(bytes, to: STDOUT_FILENO))
    }

    private static func check(_ error: Int32) throws(CommandFailure) {
        guard error != 0 else { return }
        guard error != EPIPE else { throw .silent(.io) }
        throw CommandFailure(.io, "standard output: \(SystemError.text(error))")
    }

    /// Writes all bytes; returns the errno of a failure, or 0.
    ///
    /// - Precondition: SIGPIPE is ignored, or the process may end here.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process has made the terminal or pipe non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            case let error: return error
            }
        }
        return 0
    }
}
