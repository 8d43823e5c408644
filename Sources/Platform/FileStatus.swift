import Glibc

/// The kind, the size, the identity and the age of a file.
package struct FileStatus: Hashable, Sendable {
    /// The kinds of file.
    package enum Kind: Hashable, Sendable {
        case regular
        case folder
        case characterDevice
        /// A FIFO, a socket, a block device, or a symbolic link.
        case other
    }

    /// The file system and the file's number in it: the same for all names of a file.
    package struct Identity: Hashable, Sendable {
        fileprivate let device: dev_t
        fileprivate let number: ino_t
    }

    /// The kind.
    package let kind: Kind
    /// Whether it is a named pipe.
    package let isPipe: Bool
    /// The size in bytes.
    package let size: Int64
    /// The time of the last change of its content, in nanoseconds since 1970.
    package let modified: Int64
    /// The identity.
    package let identity: Identity
    /// The number of the device behind a character device's file.
    package let deviceNumber: UInt64

    /// The file and its version: another text for another file, and after any change.
    package var version: String {
        "\(identity.device):\(identity.number) \(size) \(modified)"
    }

    /// Reads the status of the file with a name; `nil` with `errno` set if there is none.
    ///
    /// The corresponding C functions are `stat` and `lstat`.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - followsLinks: Whether a symbolic link stands for the file that it leads to.
    package init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        let result =
            unsafe followsLinks ? stat(path.systemPath, &status) : lstat(path.systemPath, &status)
        guard result == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of an open file; `nil` with `errno` set if it cannot be read.
    ///
    /// The corresponding C function is `fstat`.
    package init?(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFCHR: .characterDevice
            default: .other
            }
        isPipe = status.st_mode & S_IFMT == S_IFIFO
        size = Int64(status.st_size)
        // A time that some file system makes up may not fit.
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        identity = Identity(device: status.st_dev, number: status.st_ino)
        deviceNumber = UInt64(status.st_rdev)
    }
}
