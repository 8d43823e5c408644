import Glibc

/// Files that are read as a whole, such as settings and tables of the kernel.
package enum SmallFile {
    /// The content of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes.
    /// - Returns: The bytes; `nil` with errno if it cannot be read, or is larger (`EFBIG`).
    package static func bytes(_ path: String, atMost limit: Int) -> [UInt8]? {
        // Not blocking, so that a FIFO of that name ends at once.
        let file = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { return nil }
                continue
            }
            bytes += piece.prefix(count)
            guard bytes.count <= limit else {
                errno = EFBIG
                return nil
            }
        }
    }
}
