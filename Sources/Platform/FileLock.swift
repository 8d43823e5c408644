import Glibc

/// A lock on a file of its own, flock(2), by which processes keep out of each other's way; the file
/// says which process has it.
///
/// The kernel releases it when the process ends.
package final class FileLock: Sendable {
    /// The reason why a lock cannot be had.
    package enum Failure: Error {
        /// Another process has it; its number if the file says it.
        case taken(by: Int?)
        /// The file cannot be opened: the number of the error.
        case file(CInt)
    }

    private let path: String
    private let descriptor: CInt

    /// Takes a lock.
    ///
    /// It may wait, so it is not for an event loop or the audio thread.
    ///
    /// - Parameters:
    ///   - path: The lock's file, which need not exist.
    ///   - patience: The longest time to wait for another process that has it, in milliseconds.
    ///   - isWorthWaiting: Whether waiting for that process may help, asked every 10 ms.
    /// - Throws: The reason.
    package init(
        _ path: String,
        patience: Int,
        isWorthWaiting: () -> Bool = { true }
    ) throws(Failure) {
        self.path = path
        var waited = 0
        while true {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            let lock = unsafe open(path.systemPath, flags, 0o600)
            guard lock >= 0 else { throw .file(errno) }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                let holder = Self.process(in: lock)
                close(lock)
                guard waited < patience, isWorthWaiting() else { throw .taken(by: holder) }
                usleep(10_000)
                waited += 10
                continue
            }
            // Its last owner may have removed it since it was opened.
            guard let own = FileStatus(descriptor: lock),
                own.identity == FileStatus(path, followsLinks: false)?.identity
            else {
                close(lock)
                continue
            }
            ftruncate(lock, 0)
            let text = Array("\(getpid())\n".utf8)
            _ = unsafe pwrite(lock, text, text.count, 0)
            descriptor = lock
            return
        }
    }

    /// Releases the lock.
    deinit {
        close(descriptor)
    }

    /// Removes the lock's file, as the last thing before the lock is released: a process that opens the
    /// file in between notices that it was removed.
    package func removeFile() {
        unsafe unlink(path.systemPath)
    }

    private static func process(in lock: CInt) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(lock, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: buffer.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
