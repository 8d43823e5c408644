import CLinux
import Glibc
public import Platform
public import SMF

/// A MIDI file that is written while the music happens; complete after ``commit()``, else not there.
///
/// To be given to a `StreamingWriter`. The bytes are written to an unnamed file of the target's
/// folder. The writer's first checkpoint gives that file a name of its own, `song.mid.part`, so
/// that a crash leaves everything up to the last checkpoint; the name is removed by ``commit()``,
/// and when the sink is released without it, unless the file is to stay then. While the sink writes
/// the file, a lock tells that file from one that a crash has left; see
/// `OpenedFile.isBeingWritten`.
///
/// Not for the audio thread.
public struct MIDIFileSink: ByteSink, ~Copyable {
    private var file: OutputFile
    private let path: String
    /// The name under which a crash leaves the file.
    public private(set) var recoveryPath: String?
    /// Whether that name stays when the sink is released without ``commit()`` and without
    /// ``discard()``.
    private let keepsRecovery: Bool

    /// Creates a file to replace `path`.
    ///
    /// - Parameters:
    ///   - path: Its name. An existing file is unchanged until ``commit()``.
    ///   - mayReplace: Whether ``commit()`` may replace an existing file.
    ///   - keepsRecovery: Whether the recovery file stays when the sink is released without
    ///     ``commit()`` and without ``discard()``, as after a full disk.
    /// - Throws: `cannotCreate` with the reason.
    public init(
        replacing path: String,
        mayReplace: Bool = true,
        keepsRecovery: Bool = false
    ) throws(HostError) {
        guard !OutputFile.isSpecial(path) else {
            throw HostError(
                .cannotCreate,
                path,
                "not a regular file: a MIDI file cannot be written as a stream"
            )
        }
        file = try OutputFile(replacing: path, mayReplace: mayReplace)
        self.keepsRecovery = keepsRecovery
        self.path = path
    }

    deinit {
        if let recoveryPath, !keepsRecovery { unsafe unlink(recoveryPath.systemPath) }
    }

    /// Gives up the file and its recovery name.
    public consuming func discard() {
        guard let recoveryPath else { return }
        unsafe unlink(recoveryPath.systemPath)
    }

    /// Adds bytes at the end.
    public mutating func write(_ bytes: [UInt8]) throws(HostError) {
        let code = unsafe ForwardFile.write(bytes.span.bytes, to: file.descriptor)
        guard code == 0 else { throw HostError(.io, path, SystemError.text(code)) }
    }

    /// Replaces bytes that have been written.
    public mutating func patch(_ bytes: [UInt8], at offset: Int) throws(HostError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(
                    file.descriptor,
                    $0.baseAddress.map { unsafe $0 + done },
                    $0.count - done,
                    offset + done
                )
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw HostError(.io, path, SystemError.text()) }
            done += count
        }
    }

    /// Gives the file the name under which a crash leaves it, and has the disk take its content.
    public mutating func synchronize() throws(HostError) {
        if recoveryPath == nil {
            recoveryPath = try RecoveryName.give(to: file.descriptor, of: path)
        }
        try flush()
    }

    /// Has the disk take the content, and gives it no name.
    ///
    /// - Throws: `io` with the reason.
    public mutating func flush() throws(HostError) {
        guard fdatasync(file.descriptor) == 0 || errno == EINTR else {
            throw HostError(.io, path, SystemError.text())
        }
    }

    /// The bytes that have been written.
    ///
    /// - Throws: `io` with the reason.
    public func content() throws(HostError) -> [UInt8] {
        guard let size = FileStatus(descriptor: file.descriptor)?.size else {
            throw HostError(.io, path, SystemError.text())
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(
                    file.descriptor,
                    $0.baseAddress.map { unsafe $0 + done },
                    $0.count - done,
                    done
                )
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw HostError(.io, path, SystemError.text()) }
            done += count
        }
        return bytes
    }

    /// Moves the file to its path, in one step.
    ///
    /// - Throws: `cannotCreate` or `io` with the reason. The previous file is still there then, and
    ///   a file with a recovery name keeps that name.
    public consuming func commit() throws(HostError) {
        do throws(HostError) {
            try file.commit()
        } catch {
            recoveryPath = nil
            throw error
        }
        // It is the same file.
        if keepsRecovery, let recoveryPath { unsafe unlink(recoveryPath.systemPath) }
    }
}
