import CommandSupport
import Glibc
import Platform

/// A named pipe in a folder of its own, which this process reads.
///
/// Main thread.
final class SoundPipe {
    /// The path.
    let path: String
    private let folder: String
    private let descriptor: Int32
    private var isThere = true
    /// Whether something was read from it.
    private var hasBytes = false

    /// The bytes that the pipe holds, where that is allowed: two seconds and more.
    private static let capacity: Int32 = 1 << 20
    private static let piece = 1 << 16
    /// Linux's F_SETPIPE_SZ, which Swift does not import.
    private static let setSize: Int32 = 1_031

    /// Makes a pipe.
    ///
    /// - Parameters:
    ///   - folder: The folder in which its folder is made; `nil` for `$XDG_RUNTIME_DIR` if that is a
    ///     folder and the pipe is private, else `/tmp`.
    ///   - isPrivate: Whether only this user may write to it. Otherwise anyone may who knows its
    ///     random name, and only this user may read it.
    /// - Throws: Status 73.
    init(in folder: String?, isPrivate: Bool) throws(CommandFailure) {
        let parent = folder ?? Self.folder(isPrivate: isPrivate)
        let absolute = RealPath.of(parent) ?? parent
        var template = "\(absolute)/seqd-scope-XXXXXX".systemPath
        guard unsafe mkdtemp(&template) != nil else {
            throw CommandFailure(.cannotCreate, "\(parent): \(SystemError.text())")
        }
        let made = unsafe String(systemPath: template)
        self.folder = made
        path = "\(made)/\(UInt64.random(in: .min ... .max))"
        var descriptor: Int32 = -1
        // The mask of the process must not take the daemon's right.
        if unsafe mkfifo(path.systemPath, 0o600) == 0,
            unsafe isPrivate
                || chmod(path.systemPath, 0o622) == 0 && chmod(made.systemPath, 0o711) == 0
        {
            descriptor = unsafe open(path.systemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        }
        self.descriptor = descriptor
        guard descriptor >= 0 else {
            let failure = CommandFailure(.cannotCreate, "\(path): \(SystemError.text())")
            remove()
            throw failure
        }
        _ = fcntl(descriptor, Self.setSize, Self.capacity)
    }

    deinit {
        remove()
        if descriptor >= 0 { close(descriptor) }
    }

    private static func folder(isPrivate: Bool) -> String {
        guard isPrivate, let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            FileStatus(folder)?.kind == .folder
        else { return "/tmp" }
        return folder
    }

    /// Reads what is in the pipe, without waiting.
    ///
    /// - Parameter bytes: The bytes that they are added to.
    /// - Returns: Whether more may come; `false` when the writer has closed it.
    /// - Throws: Status 74.
    func read(into bytes: inout [UInt8]) throws(CommandFailure) -> Bool {
        var piece = [UInt8](repeating: 0, count: Self.piece)
        // Not more than the pipe holds: a writer that is faster must not keep the caller here.
        for _ in 0..<Int(Self.capacity) / Self.piece {
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            if count > 0 {
                bytes += piece.prefix(count)
                // The daemon has it open, and needs its name no more.
                hasBytes = true
                remove()
            } else if count == 0 {
                // Before the first byte, nobody may have opened it yet.
                return !hasBytes
            } else if errno == EAGAIN {
                return true
            } else if errno != EINTR {
                throw CommandFailure(.io, "\(path): \(SystemError.text())")
            }
        }
        return true
    }

    /// Removes its name and its folder.
    func remove() {
        guard isThere else { return }
        isThere = false
        _ = unsafe unlink(path.systemPath)
        _ = unsafe rmdir(folder.systemPath)
    }
}
