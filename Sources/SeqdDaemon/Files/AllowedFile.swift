import ControlProtocol
import Glibc
import Platform

/// An open file of which the policy has compared the path; closed with its last owner.
final class AllowedFile: Sendable {
    private let descriptor: CInt

    /// Opens a regular file; a FIFO does not block.
    ///
    /// - Parameters:
    ///   - resolved: The path to open, whose last component is not a link.
    ///   - path: The path in messages.
    /// - Throws: 66.
    init(at resolved: String, named path: String) throws(RequestError) {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = unsafe Glibc.open(resolved, flags)
        guard descriptor >= 0 else {
            let text = errno == EACCES ? "permission denied" : SystemError.text()
            throw RequestError(.noInput, "\(path): \(text)")
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            close(descriptor)
            throw RequestError(
                .noInput,
                "\(path): \(isFolder ? "is a directory" : "is not a regular file")"
            )
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A path that opens this very file, proc(5).
    var handle: String { "/proc/self/fd/\(descriptor)" }

    /// The present path of the file without links; `nil` if the system does not tell it.
    var currentPath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(handle, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
