import Glibc

/// The number of files and connections that the process may have open, getrlimit(2).
package enum OpenFileLimit {
    /// The soft limit.
    static var current: Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises the soft limit, usually 1,024, as far as the user may, up to 65,536.
    package static func raise() {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        _ = unsafe setrlimit(resource, &limit)
    }
}
