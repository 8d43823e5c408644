import ControlProtocol
import Dispatch
import Foundation
import Glibc
import Platform
import SeqdClient
import Synchronization
import WebProtocol

/// Reads pieces for the page: tracks, notes, lyrics and markers, as `seqd inspect` prints them.
///
/// A process of its own reads each file, with limits: a file that cannot be read costs that process only.
final class PieceReader: Sendable {
    private struct Known {
        var version: String
        /// In JSON; answers share the bytes.
        var json: Data
    }

    private let program: String
    private let socket: String?
    private let name: String
    private let folders: WebFolders
    private let known = Mutex<[(path: String, piece: Known)]>([])
    /// Two at a time, so that browsers that all ask leave the machine its time.
    private let workers = [
        DispatchQueue(label: "seqd-piece"), DispatchQueue(label: "seqd-piece"),
    ]

    /// The time that reading a file may take, in nanoseconds.
    private static let timeLimit: Int64 = 10_000_000_000
    /// The largest description, in bytes.
    private static let sizeLimit = 32 << 20
    /// The most descriptions that are stored, and their most bytes, unless they are of one.
    private static let knownLimit = 8
    private static let knownSizeLimit = 64 << 20

    init(program: String, socket: String?, name: String, _ folders: WebFolders) {
        (self.program, self.socket, self.name) = (program, socket, name)
        self.folders = folders
    }

    /// The description of a piece in JSON, if it is in the queue, or in the folders that browsers can see.
    func json(_ path: String) async -> Result<Data, WebReply> {
        await withCheckedContinuation { continuation in
            workers[abs(path.hashValue % workers.count)].async { [self] in
                continuation.resume(returning: read(path))
            }
        }
    }

    private func read(_ path: String) -> Result<Data, WebReply> {
        guard folders.contains(path) || isInQueue(path) else {
            return .failure(
                WebReply(403, "\(path): neither in the queue nor in a folder to browse")
            )
        }
        guard let version = FileStatus(path)?.version else {
            return .failure(WebReply(404, "\(path): \(SystemError.text())"))
        }
        if let piece = known.withLock({ $0.first { $0.path == path } })?.piece,
            piece.version == version
        {
            return .success(piece.json)
        }
        guard let json = describe(path) else {
            return .failure(WebReply(404, "\(path): not a piece that can be shown"))
        }
        known.withLock { known in
            known.removeAll { $0.path == path }
            known.insert((path, Known(version: version, json: json)), at: 0)
            while known.count > 1,
                known.count > Self.knownLimit
                    || known.reduce(0, { $0 + $1.piece.json.count }) > Self.knownSizeLimit
            {
                known.removeLast()
            }
        }
        return .success(json)
    }

    private func isInQueue(_ path: String) -> Bool {
        guard
            let daemon = try? DaemonConnection(socket: socket, name: name, timeout: .seconds(5)),
            let queue = try? daemon.ask(Command.Queue())
        else { return false }
        return queue.entries.contains { $0.path == path }
    }

    private func describe(_ path: String) -> Data? {
        guard let output = UnnamedFile.open(in: "/tmp") else { return nil }
        defer { close(output) }
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return nil }
        defer { close(null) }
        guard
            let process = try? ChildProcess(
                [program, "inspect", "--json", "--notes", "--", path],
                streams: .descriptors(input: null, output: output, error: null),
                leadsGroup: true
            )
        else { return nil }
        // While it writes: the file has no name, and may be in memory.
        process.limitFiles(to: UInt64(Self.sizeLimit))
        guard process.wait(atMost: Self.timeLimit) == .exited(0),
            let bytes = SmallFile.bytes("/proc/self/fd/\(output)", atMost: Self.sizeLimit)
        else { return nil }
        return Data(bytes)
    }
}
