import Platform

/// The file that an output's name leads to.
enum OutputPlace {
    /// The location of a file that exists or will exist.
    ///
    /// A link that leads nowhere is replaced, so it stands for itself.
    ///
    /// - Parameter path: The name; `-` for standard output.
    /// - Returns: The absolute path without links: equal for all names of the file.
    static func of(_ path: String) -> String {
        guard path != "-" else { return path }
        if let real = RealPath.of(path) { return real }
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        guard let folder = RealPath.of(start == path.startIndex ? "." : String(path[..<start]))
        else { return path }
        return (folder == "/" ? "" : folder) + "/" + path[start...]
    }
}
