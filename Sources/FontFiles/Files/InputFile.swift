package import Glibc
public import Platform
import SMF

/// Reading whole files and parts of files, with errors in words.
public struct InputFile: ~Copyable {
    /// The path as the user gave it.
    package let path: String
    /// The file's length in bytes.
    package let size: Int
    private let descriptor: Int32

    /// Opens a regular file for reading.
    package init(_ path: String) throws(HostError) {
        let descriptor = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw Self.failure(path, code)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw HostError(.noInput, path, "is a directory, expected a file")
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    /// Takes an open file.
    ///
    /// - Parameters:
    ///   - path: The path that messages name.
    ///   - original: The file's descriptor, which is duplicated.
    /// - Throws: `io` where the process has too many files open.
    package init(_ path: String, duplicating original: Int32) throws(HostError) {
        let descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw HostError(.io, path, SystemError.text()) }
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        close(descriptor)
    }

    /// The bytes from an offset on: fewer than asked for at the end of the file.
    package func bytes(at offset: Int, count: Int) throws(HostError) -> [UInt8] {
        var error: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if count >= 4 << 20 {
                unsafe ReadingResources.askForLargePages(UnsafeMutableRawBufferPointer(buffer))
            }
            while filled < count {
                let got = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    count - filled,
                    offset + filled
                )
                if got < 0 && errno == EINTR { continue }
                if got < 0 { error = errno }
                if got <= 0 { break }
                filled += got
            }
        }
        guard error == 0 else { throw HostError(.io, path, SystemError.text(error)) }
        return bytes
    }

    /// Reads bytes from an offset on into memory.
    ///
    /// - Returns: Whether all of it could be read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let got = unsafe pread(
                descriptor,
                buffer.baseAddress.map { unsafe $0 + filled },
                buffer.count - filled,
                offset + filled
            )
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return false }
            filled += got
        }
        return true
    }

    /// Maps the file into memory for reading; `nil` where the kernel refuses.
    ///
    /// The corresponding C function is `mmap`.
    package func map() -> UnsafeMutableRawPointer? {
        let mapped = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
        return unsafe mapped == MAP_FAILED ? nil : mapped
    }

    /// The identity that distinguishes this file from others, and from itself after a change.
    package var identity: Identity {
        var status = stat()
        _ = unsafe fstat(descriptor, &status)
        return Identity(status)
    }

    /// A file's device and inode, its size and the time of its last change.
    package struct Identity: Hashable {
        package let device: UInt64
        package let inode: UInt64
        package let size: Int64
        package let seconds: Int64
        package let nanoseconds: Int64

        package init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = Int64(status.st_mtim.tv_sec)
            nanoseconds = Int64(status.st_mtim.tv_nsec)
        }
    }

    /// The identity of the file or folder with a path; `nil` if there is none.
    package static func identity(of path: String) -> Identity? {
        var status = stat()
        return unsafe stat(path.systemPath, &status) == 0 ? Identity(status) : nil
    }

    /// The most bytes to take from what has no size: a pipe may never end, and larger MIDI files
    /// are stored as files.
    package static let streamLimit = 1 << 28

    /// Reads a whole file; a pipe or a FIFO until its end.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input.
    ///   - limit: The most bytes to take.
    /// - Returns: The content.
    /// - Throws: A file that is not there, is a directory, cannot be read or exceeds the limit.
    public static func read(_ path: String, limit: Int = 1 << 32) throws(HostError) -> [UInt8] {
        let streamLimit = min(limit, Self.streamLimit)
        if path == "-" { return try readToEnd(0, "standard input", limit: streamLimit) }
        let file = try InputFile(path)
        if file.size > 0 {
            guard file.size <= limit else {
                throw HostError(.data, path, "\(file.size) bytes, expected at most \(limit)")
            }
            return try file.bytes(at: 0, count: file.size)
        }
        return try readToEnd(file.descriptor, path, limit: streamLimit)
    }

    private static func readToEnd(
        _ descriptor: Int32,
        _ name: String,
        limit: Int
    ) throws(HostError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw HostError(.io, name, SystemError.text()) }
            if got == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<got])
            guard bytes.count <= limit else {
                throw HostError(.data, name, "more than \(limit) bytes")
            }
        }
    }

    package static func failure(_ path: String, _ code: Int32) -> HostError {
        switch code {
        case ENOENT where path.isEmpty: HostError(.noInput, "''", "empty file name")
        case ENOENT, ENOTDIR: HostError(.noInput, path, "no such file")
        case EACCES, EPERM: HostError(.noInput, path, "permission denied")
        default: HostError(.noInput, path, SystemError.text(code))
        }
    }
}
