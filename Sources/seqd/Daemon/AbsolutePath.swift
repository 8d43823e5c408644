import Glibc

/// Paths that mean the same in another process.
enum AbsolutePath {
    /// A path, with the working folder in front of it where it is relative.
    static func of(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let base = String(cString: folder)
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
