import CLinux
import Glibc

/// A file without a name, in `$TMPDIR` or `/tmp`: gone when the process ends, whatever ends it.
///
/// It is for readers that want a file: another process, or a library.
struct ScratchFile: ~Copyable {
    /// The open file, to be read and written.
    let descriptor: Int32
    /// What messages call it.
    private let name: String

    /// Makes an empty file.
    ///
    /// - Parameter name: What messages call it.
    /// - Throws: Status 73.
    init(_ name: String) throws(CommandFailure) {
        let folder = Environment["TMPDIR"] ?? "/tmp"
        var opened = seqd_open_unnamed(folder)
        if opened < 0 {
            // File systems without unnamed files: there the name is taken away at once.
            var path = Array("\(folder)/seqd-XXXXXX".utf8CString)
            opened = mkstemp(&path)
            guard opened >= 0 else {
                throw CommandFailure(
                    .cannotCreate,
                    "\(name): no temporary file in \(folder): \(String(cString: strerror(errno)))"
                )
            }
            unlink(path)
            _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
        }
        // Nobody else's, though it can be reached by way of the descriptor.
        fchmod(opened, S_IRUSR | S_IWUSR)
        descriptor = opened
        self.name = name
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes at a place.
    ///
    /// - Throws: Status 74.
    func write(_ bytes: ArraySlice<UInt8>, at offset: Int = 0) throws(CommandFailure) {
        let error: Int32 = bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
        guard error == 0 else {
            throw CommandFailure(.io, "\(name): \(String(cString: strerror(error)))")
        }
    }

    /// The first line, as far as it is in the first 400 bytes.
    var firstLine: String {
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
