import Glibc
package import Platform

/// A file that is created complete or not at all.
///
/// The bytes are written to an unnamed file of the same folder (or, where the file system has none,
/// under a temporary name) that becomes the file with ``commit()``; until then an existing file stays
/// as it is, and an unnamed file disappears with the process, whatever ends it.
package struct OutputFile: ~Copyable {
    /// The descriptor that takes the bytes.
    ///
    /// Owned by the file.
    package let descriptor: Int32
    private let path: String
    private let subject: String
    /// The name that it has until it is committed; `nil` while it has none.
    private var temporaryName: String?
    /// Whether it may replace an existing file.
    private let mayReplace: Bool
    private var isCommitted = false
    private var isOpen = true

    /// Creates a file to replace `path`.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - mayReplace: Whether it may replace an existing file when it is committed.
    /// - Throws: `cannotCreate` with the reason.
    package init(replacing path: String, mayReplace: Bool = true) throws(HostError) {
        // A symbolic link stays one: its target is replaced.
        let target = RealPath.of(path)
        if let target {
            guard FileStatus(target)?.kind != .folder else {
                throw HostError(.cannotCreate, path, "is a directory")
            }
            guard unsafe access(target.systemPath, W_OK) == 0 else {
                throw HostError(.cannotCreate, path, SystemError.text())
            }
        }
        let (descriptor, temporaryName) = try Self.create(beside: target ?? path, for: path)
        if let target { Self.copyPermissions(of: target, to: descriptor) }
        subject = path
        self.path = target ?? path
        self.mayReplace = mayReplace
        self.descriptor = descriptor
        self.temporaryName = temporaryName
    }

    private static func create(
        beside path: String,
        for subject: String
    ) throws(HostError) -> (descriptor: Int32, temporaryName: String?) {
        if let unnamed = UnnamedFile.open(in: folder(of: path)) { return (unnamed, nil) }
        // These are what file systems without O_TMPFILE answer, open(2).
        guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
            throw HostError(
                .cannotCreate,
                subject,
                MissingFolder.reason(errno, creating: path)
            )
        }
        let name = temporaryName(for: path)
        let named = unsafe open(name.systemPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard named >= 0 else {
            throw HostError(.cannotCreate, subject, SystemError.text())
        }
        return (named, name)
    }

    /// Keeps the permissions of the replaced file; one that is not ours to give
    /// keeps what it was created with.
    private static func copyPermissions(of path: String, to descriptor: Int32) {
        var status = stat()
        if unsafe stat(path.systemPath, &status) == 0 {
            _ = fchmod(descriptor, status.st_mode & 0o777)
        }
    }

    deinit {
        if isOpen { close(descriptor) }
        if let temporaryName, !isCommitted { unsafe unlink(temporaryName.systemPath) }
    }

    /// Moves the file to its path, in one step.
    package mutating func commit() throws(HostError) {
        if temporaryName == nil {
            let name = Self.temporaryName(for: path)
            guard UnnamedFile.link(name, to: descriptor) else {
                throw HostError(.cannotCreate, subject, SystemError.text())
            }
            temporaryName = name
        }
        // Some file systems report only now that there was no room: before anything is replaced.
        isOpen = false
        guard close(descriptor) == 0 || errno == EINTR else {
            throw HostError(.io, subject, SystemError.text())
        }
        guard let temporaryName,
            unsafe (mayReplace
                ? rename(temporaryName.systemPath, path.systemPath)
                : Self.add(path, to: temporaryName))
                == 0
        else {
            throw HostError(.cannotCreate, subject, SystemError.text())
        }
        isCommitted = true
    }

    /// Renames a file to a name that must not exist yet: rename(2) would replace what has it.
    ///
    /// - Returns: 0, or -1 with errno.
    private static func add(_ path: String, to temporaryName: String) -> Int32 {
        if unsafe link(temporaryName.systemPath, path.systemPath) == 0 {
            unsafe unlink(temporaryName.systemPath)
            return 0
        }
        // File systems without links (FAT) answer one of these, link(2).
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return -1 }
        var status = stat()
        guard unsafe lstat(path.systemPath, &status) != 0 else {
            errno = EEXIST
            return -1
        }
        return unsafe rename(temporaryName.systemPath, path.systemPath)
    }

    /// Whether something is there that must be written to and not replaced: a pipe, a device.
    package static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path.systemPath, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return kind != S_IFREG && kind != S_IFDIR
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func temporaryName(for path: String) -> String {
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder(of: path))/.seqd-\(suffix).part"
    }
}
