import ControlProtocol
import Glibc
import Platform

/// The claim to the path of a socket: a lock on a file beside it, which shows that a daemon runs.
///
/// The kernel releases it when the process ends. Its holder may replace a socket that an earlier daemon
/// left.
struct SocketClaim: Sendable {
    private let lock: FileLock

    /// The time for which a daemon that is ending may keep the claim, in milliseconds.
    private static let patience = 1_500

    /// Claims a path.
    ///
    /// - Parameter path: The socket's path.
    /// - Throws: 75 if a daemon runs, 73 or 77 if the lock's file cannot be made.
    init(to path: String) throws(RequestError) {
        let lockPath = "\(path).lock"
        do throws(FileLock.Failure) {
            // Without a socket it is ending, or beginning: `seqd ctl quit; seqd daemon` works.
            lock = try FileLock(lockPath, patience: Self.patience) { !Self.isThere(path) }
        } catch {
            switch error {
            case .taken(let process): throw Self.running(process, path)
            case .file(let number):
                throw RequestError(
                    number == EACCES ? .notPermitted : .cannotCreate,
                    "\(lockPath): \(SystemError.text(number))"
                )
            }
        }
    }

    /// Gives up the claim, once its owner has ended.
    func release() {
        lock.removeFile()
    }

    private static func isThere(_ path: String) -> Bool {
        FileStatus(path) != nil
    }

    /// The error for a path at which a daemon runs.
    static func running(_ pid: Int?, _ path: String) -> RequestError {
        let process = pid.map { "pid \($0), " } ?? ""
        let advice =
            isThere(path) ? "" : "; its socket was deleted, so only a signal reaches it"
        return RequestError(.busy, "already running (\(process)socket \(path))\(advice)")
    }
}
