import Glibc
package import Platform

/// A raw source while it is read.
///
/// A FIFO's writers open and close it at any time: when the last has closed it, what was played is
/// released, and the next begins anew. A device that disappears is looked for twice a second until
/// it is back.
///
/// Input thread only, once it runs.
package final class RawInput {
    package let source: RawSource
    /// The descriptor to poll; −1 while it is absent.
    private(set) var descriptor: Int32 = -1
    private(set) var state = RawSourceStatus.State.waiting
    private let isFIFO: Bool

    /// The result of ``read(into:)``.
    package enum Outcome {
        case bytes(Int)
        case nothing
        /// The last writer has closed the FIFO, or the device has disappeared.
        case ended
    }

    /// Opens a source for the first time.
    ///
    /// - Throws: `noInput` where there is none, `usage` for what cannot be played from, `busy` and
    ///   `notPermitted`.
    package init(_ source: RawSource) throws(HostError) {
        self.source = source
        isFIFO = try Self.kind(of: source.path) == S_IFIFO
        let code = open()
        guard code == 0 else { throw Self.failure(source.path, code) }
    }

    deinit {
        close()
    }

    /// Ends it.
    package func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Checks that a path can be a source.
    ///
    /// - Throws: As ``init(_:)``, but for what only opening shows.
    package static func check(_ path: String) throws(HostError) {
        _ = try kind(of: path)
    }

    /// The kind of file, S_IFIFO or S_IFCHR.
    private static func kind(of path: String) throws(HostError) -> mode_t {
        var status = stat()
        guard unsafe stat(path.systemPath, &status) == 0 else { throw failure(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFIFO:
            return S_IFIFO
        case S_IFCHR:
            return S_IFCHR
        case S_IFREG:
            throw HostError(
                .usage,
                path,
                "is a regular file, expected a FIFO or a device; to play a file use seqd play"
            )
        default:
            throw HostError(.usage, path, "expected a FIFO, a terminal or a MIDI device")
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> HostError {
        switch code {
        case ENOENT, ENOTDIR:
            HostError(.noInput, path, "no such file; create a FIFO with 'mkfifo \(path)'")
        case EACCES, EPERM:
            HostError(
                .notPermitted,
                path,
                "permission denied; for a MIDI device join the group 'audio'"
            )
        case EBUSY:
            HostError(.busy, path, "busy: another program is using it")
        case ENXIO, ENODEV:
            HostError(.unavailable, path, "no such device")
        default:
            HostError(.noInput, path, SystemError.text(code))
        }
    }

    /// Opens it, and closes what was open only then: a writer that is there already must not find
    /// its FIFO without a reader.
    ///
    /// - Returns: An errno, or 0.
    private func open() -> Int32 {
        let opened = unsafe Glibc.open(
            source.path,
            O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        )
        guard opened >= 0 else { return errno }
        // The file at the path may be of another kind than the one before.
        var status = stat()
        guard unsafe fstat(opened, &status) == 0,
            status.st_mode & S_IFMT == (isFIFO ? S_IFIFO : S_IFCHR)
        else {
            Glibc.close(opened)
            return ENODEV
        }
        if isatty(opened) == 1 { Self.makeRaw(opened) }
        close()
        descriptor = opened
        state = isFIFO ? .waiting : .open
        return 0
    }

    /// No echo, no line editing, no signals: bytes.
    private static func makeRaw(_ descriptor: Int32) {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return }
        unsafe cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        _ = unsafe tcsetattr(descriptor, TCSANOW, &settings)
    }

    /// Reads the bytes that have arrived.
    package func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Outcome {
        guard descriptor >= 0 else { return .nothing }
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
            state = .open
            return .bytes(count)
        }
        let code = count < 0 ? errno : 0
        if code == EAGAIN || code == EINTR { return .nothing }
        if isFIFO {
            // After its writer has closed the FIFO, a descriptor would be ready for ever; a new one
            // is not.
            reopen()
        } else {
            close()
            state = .absent(code == 0 ? "end of input" : SystemError.text(code))
        }
        return .ended
    }

    /// Whether it is absent and ought to be looked for.
    package var isAbsent: Bool { descriptor < 0 }

    /// Looks for it again.
    package func reopen() {
        let code = open()
        guard code != 0 else { return }
        close()
        state = .absent(SystemError.text(code))
    }
}
