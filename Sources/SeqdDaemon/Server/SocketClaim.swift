import ControlProtocol
import Glibc
import Platform

/// The claim to the path of a socket: a lock on a file beside it, which shows that a daemon runs.
///
/// The kernel releases it when the process ends. Its holder may replace a socket that an earlier daemon
/// left.
struct SocketClaim: Sendable {
    private let lock: CInt
    private let lockPath: String

    /// The time for which a daemon that is ending may keep the claim, in milliseconds.
    private static let patience = 1_500

    /// Claims a path.
    ///
    /// - Parameter path: The socket's path.
    /// - Throws: 75 if a daemon runs, 73 or 77 if the lock's file cannot be made.
    init(to path: String) throws(RequestError) {
        lockPath = path + ".lock"
        var waited = 0
        while true {
            let lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard lock >= 0 else {
                throw RequestError(
                    errno == EACCES ? .notPermitted : .cannotCreate,
                    "\(lockPath): \(SystemError.text())"
                )
            }
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                let holder = Self.pid(in: lock)
                close(lock)
                // Without a socket it is ending, or beginning: `seqd ctl quit; seqd daemon` works.
                guard unsafe access(path, F_OK) != 0, waited < Self.patience else {
                    throw Self.running(holder, path)
                }
                usleep(10_000)
                waited += 10
                continue
            }
            // Its last owner may have removed it since it was opened.
            guard FileIdentity(descriptor: lock) == FileIdentity(path: lockPath) else {
                close(lock)
                continue
            }
            ftruncate(lock, 0)
            let text = Array("\(getpid())\n".utf8)
            _ = unsafe pwrite(lock, text, text.count, 0)
            self.lock = lock
            return
        }
    }

    /// Gives up the claim.
    func release() {
        // In this order: a daemon that opens the file in between notices that it has gone.
        unsafe unlink(lockPath)
        close(lock)
    }

    private static func pid(in lock: CInt) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(lock, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: buffer.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// The error for a path at which a daemon runs.
    static func running(_ pid: Int?, _ path: String) -> RequestError {
        let process = pid.map { "pid \($0), " } ?? ""
        let isThere = unsafe access(path, F_OK) == 0
        let advice =
            isThere ? "" : "; its socket was deleted, so only a signal reaches it"
        return RequestError(.busy, "already running (\(process)socket \(path))\(advice)")
    }
}
