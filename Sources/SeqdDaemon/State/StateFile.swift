import ControlProtocol
import Glibc
import Platform
import SamplerHost
import Synchronization

/// The file that keeps the daemon's state, and the claim to it.
///
/// All of it waits for the disk, so it is not for the event loop.
final class StateFile: Sendable {
    /// The largest file that is read; a full queue of the longest paths needs less.
    private static let largestSize = 1 << 28

    /// The time for which another daemon may keep the claim, in milliseconds: it may be ending.
    private static let patience = 1_000

    /// The document.
    let path: String
    private let folder: String
    /// The lock, which shows other daemons that the file is in use.
    private let claim = Mutex<FileLock?>(nil)

    /// The document before the last one.
    private var oldPath: String { "\(path).old" }

    /// Names the file of a daemon.
    ///
    /// - Parameters:
    ///   - folder: Its folder, which need not exist.
    ///   - name: The daemon's name.
    init(folder: String, name: String) {
        self.folder = folder
        path = "\(folder)/\(name).json"
    }

    // MARK: The claim

    /// Claims the file, unless it is claimed.
    ///
    /// - Throws: Status 75 if another daemon has it, 74 if the folder cannot be written.
    func take() throws(RequestError) {
        let lockPath = "\(path).lock"
        try claim.withLock { (claim) throws(RequestError) in
            guard claim == nil else { return }
            do throws(DurableFile.Failure) {
                try DurableFile.makeFolder(folder)
            } catch {
                throw RequestError(.io, "\(error)")
            }
            do throws(FileLock.Failure) {
                claim = try FileLock(lockPath, patience: Self.patience)
            } catch {
                switch error {
                case .taken:
                    throw RequestError(.busy, "\(path): in use by another daemon of this name")
                case .file(let number):
                    throw RequestError(.io, "\(lockPath): \(SystemError.text(number))")
                }
            }
        }
    }

    /// Gives up the claim.
    func release() {
        claim.withLock { $0 = nil }
    }

    // MARK: Reading

    /// Claims the file, and reads it.
    ///
    /// - Parameter warn: As in ``read(warn:)``.
    /// - Returns: The same.
    /// - Throws: Status 75 if another daemon has it, 74 if it cannot be read. A folder that cannot be
    ///   written is no error yet: it may have a state.
    func begin(
        warn: (String) -> Void
    ) throws(RequestError) -> (state: DaemonState, isLast: Bool)? {
        do throws(RequestError) {
            try take()
        } catch {
            if error.code == .busy { throw error }
        }
        return try read(warn: warn)
    }

    /// Reads the state that was written last.
    ///
    /// A document that cannot be understood is set aside, and the one before it is read.
    ///
    /// - Parameter warn: Called with what was wrong.
    /// - Returns: The state, and whether it is in the file that was written last; `nil` if there is
    ///   none.
    /// - Throws: Status 74 for a file that cannot be read.
    func read(
        warn: (String) -> Void
    ) throws(RequestError) -> (state: DaemonState, isLast: Bool)? {
        for path in [path, oldPath] {
            guard let bytes = try content(of: path) else { continue }
            do throws(RequestError) {
                return (try StateDocument(bytes).state, path == self.path)
            } catch {
                let name = try setAside(path)
                warn("\(path): not a state of this version: \(error); moved to \(name)")
            }
        }
        return nil
    }

    private func content(of path: String) throws(RequestError) -> [UInt8]? {
        guard let status = FileStatus(path) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw RequestError(.io, "\(path): \(SystemError.text())")
        }
        guard status.kind == .regular else {
            throw RequestError(.io, "\(path): not a regular file")
        }
        do throws(HostError) {
            return try InputFile.read(path, limit: Self.largestSize)
        } catch {
            throw RequestError(.io, error.description)
        }
    }

    private func setAside(_ path: String) throws(RequestError) -> String {
        do throws(DurableFile.Failure) {
            return try DurableFile.setAside(path, as: "\(self.path).damaged")
        } catch {
            throw RequestError(.io, "\(error)")
        }
    }

    // MARK: Writing

    /// Writes a state; the previous one stays beside it.
    ///
    /// - Parameter state: The state.
    /// - Returns: The number of bytes.
    /// - Throws: Status 74 for a file that cannot be written, 75 if another daemon has it.
    func write(_ state: DaemonState) throws(RequestError) -> Int {
        try take()
        let bytes = try StateDocument(state).bytes()
        do throws(DurableFile.Failure) {
            try DurableFile.makeFolder(folder)
            try DurableFile.write(
                bytes,
                to: path,
                by: "\(path).new",
                predecessor: .renamed(oldPath)
            )
        } catch {
            throw RequestError(.io, "\(error)")
        }
        return bytes.count
    }
}
