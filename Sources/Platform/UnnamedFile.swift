import CLinux
import Glibc

/// A file without a name: it disappears with the process, however it ends.
///
/// Temporary data for readers that need a file: another process, or a library.
package struct UnnamedFile: ~Copyable {
    /// The error number with which the system refused a file or its data.
    package struct Failure: Error, CustomStringConvertible {
        package let number: CInt

        package init(number: CInt) { self.number = number }

        package var description: String { SystemError.text(number) }
    }

    /// The open file, to be read and written.
    package let descriptor: CInt

    /// The folder for temporary files: `$TMPDIR`, else `/tmp`.
    package static var folder: String { Environment["TMPDIR"] ?? "/tmp" }

    /// Makes an empty file in ``folder``, which other users cannot read.
    ///
    /// - Throws: The system's error.
    package init() throws(Failure) {
        let folder = Self.folder
        if let opened = Self.open(in: folder) {
            descriptor = opened
        } else {
            // File systems without unnamed files: the name is removed at once.
            var path = "\(folder)/seqd-XXXXXX".systemPath
            descriptor = unsafe mkstemp(&path)
            guard descriptor >= 0 else { throw Failure(number: errno) }
            unsafe unlink(path)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        // It can be reached through the descriptor.
        fchmod(descriptor, S_IRUSR | S_IWUSR)
    }

    /// Makes an empty file in memory.
    ///
    /// The corresponding C function is `memfd_create`.
    ///
    /// - Parameter name: Its name in listings of open files.
    /// - Throws: The system's error.
    package init(inMemory name: String) throws(Failure) {
        descriptor = unsafe seqd_open_memory(name.systemPath)
        guard descriptor >= 0 else { throw Failure(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Creates a file without a name in a folder, to be read, written and perhaps named later.
    ///
    /// The corresponding open(2) flag is `O_TMPFILE`.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The descriptor, owned by the caller; `nil` with `errno` set: file systems without
    ///   unnamed files give `EOPNOTSUPP`, `EISDIR` or `EINVAL`.
    package static func open(in folder: String) -> CInt? {
        let descriptor = unsafe seqd_open_unnamed(folder.systemPath)
        return descriptor < 0 ? nil : descriptor
    }

    /// Gives an unnamed file a name that must not exist yet.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - descriptor: The file.
    /// - Returns: Whether it has the name now; `errno` is set if not.
    package static func link(_ path: String, to descriptor: CInt) -> Bool {
        unsafe seqd_name_unnamed(descriptor, path.systemPath) == 0
    }

    /// Reserves room, so that later writes cannot fail for want of it; what is not written is 0.
    ///
    /// - Throws: The system's error.
    package func reserve(_ size: Int) throws(Failure) {
        let error = posix_fallocate(descriptor, 0, size)
        guard error == 0 else { throw Failure(number: error) }
    }

    /// Ends the file after some bytes.
    ///
    /// - Throws: The system's error.
    package func cut(to size: Int) throws(Failure) {
        guard ftruncate(descriptor, size) == 0 else { throw Failure(number: errno) }
    }

    /// Writes bytes from an offset on.
    ///
    /// - Throws: The system's error.
    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int = 0) throws(Failure) {
        let error: CInt = unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
        guard error == 0 else { throw Failure(number: error) }
    }

    /// Reads bytes from an offset on.
    ///
    /// - Parameters:
    ///   - bytes: Gets the bytes, all of which are in the file.
    ///   - offset: The offset in the file.
    /// - Returns: 0, or the system's error; `EIO` for a file that ends before.
    package func read(
        into bytes: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) -> CInt {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pread(descriptor, rest.baseAddress, rest.count, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }

    /// The first line, as far as it is in the first 400 bytes.
    package var firstLine: String {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 400) { buffer, count in
            count = unsafe max(pread(descriptor, buffer.baseAddress, buffer.count, 0), 0)
        }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
