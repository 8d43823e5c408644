import Glibc

/// The reason why a file or a folder cannot be created, with the folder that is missing.
public enum MissingFolder {
    /// The reason in words.
    ///
    /// - Parameters:
    ///   - code: The system's error.
    ///   - path: The file or folder that could not be created.
    /// - Returns: The first folder of the path that does not exist, or else the system's text.
    public static func reason(_ code: CInt, creating path: String) -> String {
        guard code == ENOENT || code == ENOTDIR else { return SystemError.text(code) }
        var end = path.startIndex
        while let slash = path[end...].firstIndex(of: "/") {
            end = path.index(after: slash)
            let folder = String(path[..<slash])
            guard !folder.isEmpty else { continue }
            switch FileStatus(folder)?.kind {
            case .folder?: continue
            case nil: return "there is no folder \(folder)"
            default: return "\(folder) is not a folder"
            }
        }
        return SystemError.text(code)
    }
}
