import Glibc

/// Paths without symbolic links.
package enum RealPath {
    /// The absolute path of an existing file over all symbolic links; `nil` with `errno` set if there
    /// is none, or it cannot be reached.
    ///
    /// The corresponding C function is `realpath`.
    package static func of(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path.systemPath, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(systemPath: resolved)
    }

    /// Whether a path is that of a folder, or of a file below it; both without links.
    package static func `is`(_ path: String, in folder: String) -> Bool {
        path == folder || folder == "/" || path.hasPrefix(folder + "/")
    }
}
