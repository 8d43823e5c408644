import Glibc

/// How many files and connections the process may have open, getrlimit(2).
enum OpenFileLimit {
    /// How many there may be.
    static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises the soft limit, usually 1,024, as far as the user may; what is more than
    /// 65,536 has no use here.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        _ = setrlimit(resource, &limit)
    }
}
