import Glibc

/// A file that is written as a whole: after a crash or a power failure it has either the old content
/// or the new one.
///
/// All of it blocks until the disk has the data.
package enum DurableFile {
    /// The system's refusal of a file.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The file.
        package let path: String
        /// The error number.
        package let number: CInt

        package var description: String { "\(path): \(SystemError.text(number))" }
    }

    /// The treatment of a file that has the name already.
    package enum Predecessor: Hashable, Sendable {
        /// It is replaced.
        case replaced
        /// It gets this other name, and replaces the file that has that.
        case renamed(String)
        /// It stays; writing fails with `EEXIST`.
        case kept
    }

    /// Writes a file that only this user can read.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The file.
    ///   - temporaryPath: The name that it has while it is written, in the same folder.
    ///   - predecessor: The treatment of a file that has the name already.
    /// - Throws: The file and the system's error; the file is as before then.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        by temporaryPath: String,
        predecessor: Predecessor = .replaced
    ) throws(Failure) {
        do throws(Failure) {
            try writeAll(bytes, to: temporaryPath)
            try name(temporaryPath, path, predecessor)
        } catch {
            unsafe unlink(temporaryPath.systemPath)
            throw error
        }
        try synchronise(folder(of: path))
    }

    /// Removes a file.
    ///
    /// - Throws: The file and the system's error.
    package static func remove(_ path: String) throws(Failure) {
        guard unsafe unlink(path.systemPath) == 0 else { throw Failure(path: path, number: errno) }
        try synchronise(folder(of: path))
    }

    /// Gives a file another name that no file has yet: `PATH`, `PATH.2`, `PATH.3` and so on.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - wanted: The name.
    /// - Throws: The file and the system's error.
    /// - Returns: The name that it has now.
    package static func setAside(_ path: String, as wanted: String) throws(Failure) -> String {
        var number = 1
        while true {
            let other = number == 1 ? wanted : "\(wanted).\(number)"
            number += 1
            do throws(Failure) {
                try name(path, other, .kept)
            } catch {
                guard error.number != EEXIST else { continue }
                throw Failure(path: path, number: error.number)
            }
            try synchronise(folder(of: path))
            return other
        }
    }

    /// Makes a folder that only this user can enter, and the folders above it.
    ///
    /// - Throws: The folder and the system's error.
    package static func makeFolder(_ path: String) throws(Failure) {
        if unsafe mkdir(path.systemPath, 0o700) == 0 { return }
        if errno == ENOENT, path.contains("/"), path != "/" {
            try makeFolder(folder(of: path))
            if unsafe mkdir(path.systemPath, 0o700) == 0 { return }
        }
        let number = errno
        guard number == EEXIST, FileStatus(path)?.kind == .folder else {
            throw Failure(path: path, number: number == EEXIST ? ENOTDIR : number)
        }
    }

    /// The folder of a file.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func writeAll(_ bytes: [UInt8], to path: String) throws(Failure) {
        // Not blocking, so that a FIFO of that name fails.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = unsafe open(path.systemPath, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, number: errno) }
        var error: CInt = unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
        if error == 0, fsync(descriptor) != 0 { error = errno }
        if close(descriptor) != 0, error == 0 { error = errno }
        guard error == 0 else { throw Failure(path: path, number: error) }
    }

    /// Gives a file another name.
    private static func name(
        _ path: String,
        _ other: String,
        _ predecessor: Predecessor
    ) throws(Failure) {
        switch predecessor {
        case .replaced: break
        case .renamed(let old):
            if unsafe access(other.systemPath, F_OK) == 0 {
                // A second name, so that the file has its first one all the time.
                unsafe unlink(old.systemPath)
                guard
                    unsafe link(other.systemPath, old.systemPath) == 0
                        || Glibc.rename(other.systemPath, old.systemPath) == 0
                else {
                    throw Failure(path: old, number: errno)
                }
            }
        case .kept:
            if unsafe link(path.systemPath, other.systemPath) == 0 {
                unsafe unlink(path.systemPath)
                return
            }
            // File systems without links.
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
                throw Failure(path: other, number: errno)
            }
            guard unsafe access(other.systemPath, F_OK) != 0 else {
                throw Failure(path: other, number: EEXIST)
            }
        }
        guard unsafe Glibc.rename(path.systemPath, other.systemPath) == 0 else {
            throw Failure(path: other, number: errno)
        }
    }

    /// Waits until the disk has the names in a folder.
    private static func synchronise(_ folder: String) throws(Failure) {
        let descriptor = unsafe open(folder.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: folder, number: errno) }
        defer { close(descriptor) }
        // Some file systems cannot do it for folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw Failure(path: folder, number: errno)
        }
    }
}
