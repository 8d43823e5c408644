import Glibc

/// Paths that mean the same in another process.
enum AbsolutePath {
    /// A path, with the working folder in front of it where it is relative; an empty one names
    /// nothing, and stays empty.
    static func of(_ path: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0)
        else { return path }
        defer { unsafe free(folder) }
        let base = unsafe String(cString: folder)
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
        if path.isEmpty || path == "." { return base }
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
