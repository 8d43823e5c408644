import CLinux
import Glibc

/// Files that have no name: they disappear with the process, however it ends.
package enum UnnamedFile {
    /// Creates a file without a name in a folder, to be read and written.
    ///
    /// The corresponding open(2) flag is `O_TMPFILE`.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The descriptor, owned by the caller; `nil` with `errno` set: file systems without
    ///   unnamed files give `EOPNOTSUPP`, `EISDIR` or `EINVAL`.
    package static func open(in folder: String) -> CInt? {
        let descriptor = unsafe seqd_open_unnamed(folder)
        return descriptor < 0 ? nil : descriptor
    }

    /// Gives an unnamed file a name that must not exist yet.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - descriptor: The file.
    /// - Returns: Whether it has the name now; `errno` is set if not.
    package static func link(_ path: String, to descriptor: CInt) -> Bool {
        unsafe seqd_name_unnamed(descriptor, path) == 0
    }

    /// Creates a file without a name for temporary data, in `$TMPDIR` or `/tmp`; no other user may
    /// read it.
    ///
    /// - Returns: The descriptor, owned by the caller; `nil` with `errno` set if there is no room.
    package static func openTemporary() -> CInt? {
        let folder = temporaryFolder
        var descriptor = open(in: folder)
        if descriptor == nil {
            // File systems without unnamed files: the name is removed at once.
            var path = Array("\(folder)/seqd-XXXXXX".utf8CString)
            let named = unsafe mkstemp(&path)
            guard named >= 0 else { return nil }
            unsafe unlink(path)
            _ = fcntl(named, F_SETFD, FD_CLOEXEC)
            descriptor = named
        }
        // It can be reached through the descriptor.
        if let descriptor { fchmod(descriptor, S_IRUSR | S_IWUSR) }
        return descriptor
    }

    /// The folder for temporary files: `$TMPDIR`, else `/tmp`.
    package static var temporaryFolder: String { Environment["TMPDIR"] ?? "/tmp" }
}
