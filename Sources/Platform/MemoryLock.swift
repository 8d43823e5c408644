import CLinux

/// The lock that keeps the process's memory from being paged out under the audio thread.
///
/// All pages are locked as they are used first, so that a font's samples that nobody plays need no
/// memory. A limited right (`ulimit -l`) is not used: a later allocation beyond it would fail.
public enum MemoryLock {
    /// Locks the memory, once for the process.
    ///
    /// - Returns: The reason for a refusal; `nil` if it is locked.
    public static func request() -> String? { outcome }

    private static let outcome: String? = {
        if let refusal { return refusal }
        let status = seqd_lock_memory()
        return status == 0 ? nil : SystemError.text(status)
    }()

    /// The reason why the system would refuse it; `nil` if it is allowed.
    public static var refusal: String? {
        var limit: UInt64 = 0
        guard unsafe !seqd_may_lock_memory(&limit) else { return nil }
        return "the limit is \(limit / 1_024) kB, expected unlimited"
    }
}
