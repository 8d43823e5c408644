import Glibc
package import Platform

/// An open regular file; closed with its last owner.
///
/// Anyone who may write to the file's folder can put something else in its place at any time. All
/// that is asked of this file, and read from it, is of the one that was opened.
package final class OpenedFile: Sendable {
    /// The path at which it was opened.
    package let path: String
    /// The identity.
    package let identity: FileStatus.Identity
    /// The path in messages.
    private let name: String
    private let descriptor: CInt

    /// Opens a regular file; a FIFO does not block.
    ///
    /// - Parameters:
    ///   - path: The path to open.
    ///   - name: The path in messages; `nil` for the same.
    ///   - followsLinks: Whether the last component may be a symbolic link.
    /// - Throws: `noInput` for a file that cannot be opened, or is not regular.
    package init(
        _ path: String,
        named name: String? = nil,
        followsLinks: Bool = false
    ) throws(HostError) {
        let name = name ?? path
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = unsafe open(path.systemPath, flags)
        guard descriptor >= 0 else { throw InputFile.failure(name, errno) }
        let status = FileStatus(descriptor: descriptor)
        guard let status, status.kind == .regular else {
            close(descriptor)
            let isFolder = status?.kind == .folder
            throw HostError(.noInput, name, isFolder ? "is a directory" : "is not a regular file")
        }
        self.path = path
        self.name = name
        identity = status.identity
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A path that opens this very file, proc(5).
    package var handle: String { "/proc/self/fd/\(descriptor)" }

    /// The present path of the file without links; `nil` if the system does not tell it.
    package var currentPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(handle.systemPath, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(systemPathBytes: buffer.prefix(count).map(UInt8.init(bitPattern:)))
    }

    /// The time of the last change of its content, in nanoseconds since 1970.
    package var modified: Int64 { FileStatus(descriptor: descriptor)?.modified ?? 0 }

    /// Whether a ``MIDIFileSink`` is writing it, in any process.
    ///
    /// From then on until this is released, it has no writer.
    package var isBeingWritten: Bool {
        // A file system without locks has no answer, and tells so by another error.
        flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EAGAIN
    }

    /// Reads the file.
    ///
    /// - Parameter limit: The most bytes to take.
    /// - Returns: The content.
    /// - Throws: `data` for a larger file, `io` for one that cannot be read.
    package func content(limit: Int = 1 << 32) throws(HostError) -> [UInt8] {
        let file = try InputFile(name, duplicating: descriptor)
        guard file.size <= limit else {
            throw HostError(.data, name, "\(file.size) bytes, expected at most \(limit)")
        }
        return try file.bytes(at: 0, count: file.size)
    }

    /// Removes the name under which it was opened, unless another file has that by now.
    ///
    /// - Throws: `io` with the reason.
    package func remove() throws(HostError) {
        guard FileStatus(path, followsLinks: false)?.identity == identity else { return }
        guard unsafe unlink(path.systemPath) == 0 else {
            throw HostError(.io, name, SystemError.text())
        }
    }
}
