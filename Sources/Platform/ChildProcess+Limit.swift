import CLinux
import Glibc

extension ChildProcess {
    /// The longest pause between two looks at a process, in nanoseconds.
    private static let longestPause: Int64 = 10_000_000

    /// Waits for its end, but not for ever: a process that takes longer is killed, with its group if
    /// it leads one.
    ///
    /// - Parameter limit: The time that it has, in nanoseconds.
    /// - Returns: The way it ended; `nil` if it was killed, or cannot be waited for.
    package func wait(atMost limit: Int64) -> End? {
        let start = seqd_monotonic_nanoseconds()
        // The end of a process is nothing that a descriptor reports without _GNU_SOURCE.
        var pause: Int64 = 500_000
        while true {
            var status: CInt = 0
            let ended = unsafe waitpid(id, &status, WNOHANG)
            if ended == id { return End(waitStatus: status) }
            guard ended == 0 || errno == EINTR else { return nil }
            let now = seqd_monotonic_nanoseconds()
            guard now - start < limit else { break }
            seqd_sleep_until(now + pause)
            pause = min(pause * 2, Self.longestPause)
        }
        if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
        _ = wait()
        return nil
    }
}
