import Glibc
import Platform

/// Paths that are valid in every process.
package enum AbsolutePath {
    /// Puts the working folder before a relative path; an empty path stays empty.
    package static func of(_ path: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0)
        else { return path }
        defer { unsafe free(folder) }
        let base = unsafe String(systemPath: folder)
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
        if path.isEmpty || path == "." { return base }
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
