import CLinux
import Glibc

extension ChildProcess {
    /// Has a process that is started close all descriptors but its three streams.
    ///
    /// - Returns: 0, or an error number.
    static func closeOthers(_ actions: inout posix_spawn_file_actions_t) -> CInt {
        unsafe seqd_close_from(&actions, 3)
    }

    /// Limits the files that it writes from now on: one that exceeds this is ended by `SIGXFSZ`.
    ///
    /// - Parameter bytes: The most bytes of a file.
    /// - Returns: Whether the limit holds; it does not if the process has ended.
    @discardableResult
    package func limitFiles(to bytes: UInt64) -> Bool {
        seqd_limit_files(id, bytes) == 0
    }
}
