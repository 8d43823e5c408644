import ControlProtocol
import Glibc
import Logging
import Platform
import Playback
import SamplerHost

/// The playlists that clients have saved, a file for each.
///
/// Files are read and written on a thread of its own, so that many of them do not hold up loading.
@EventLoop
final class PlaylistFolder {
    /// The largest file of which the entries are counted.
    private nonisolated static let largestSize = 64 << 20

    private let folder: String?
    private let reporter: Reporter
    /// The most playlists, of which a client could otherwise make any number.
    private nonisolated static let most = 1_000
    private let worker = WorkerQueue("seqd-playlists")

    /// Names the folder, which need not exist; `nil` for a user without one.
    init(_ folder: String?, _ reporter: Reporter) {
        self.folder = folder
        self.reporter = reporter
    }

    /// Ends the thread, after the job that it does.
    func end() async {
        await worker.end()
    }

    /// The file of a playlist, which need not exist.
    ///
    /// - Throws: Status 69 for a user without a folder.
    func path(of name: PlaylistName) throws(RequestError) -> String {
        Self.path(of: name, in: try existingFolder())
    }

    private func existingFolder() throws(RequestError) -> String {
        if let folder { return folder }
        throw RequestError(.unavailable, "no $XDG_STATE_HOME and no $HOME: no folder for playlists")
    }

    private nonisolated static func path(of name: PlaylistName, in folder: String) -> String {
        "\(folder)/\(name)\(ending)"
    }

    private nonisolated static let ending = ".m3u"

    /// Saves a queue as a playlist.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - name: The name.
    ///   - replaces: Whether another one of this name is replaced.
    /// - Throws: Status 66 if the queue is empty; as ``path(of:)``; 73 if there is one of this name,
    ///   74 if it cannot be written.
    func save(_ queue: PlayQueue, as name: PlaylistName, replaces: Bool) async throws {
        guard !queue.isEmpty else {
            throw RequestError(.noInput, "nothing to save: the queue is empty")
        }
        let files = queue.entries.map { PlaylistText.File(path: $0.path, pattern: $0.pattern) }
        let folder = try existingFolder()
        try await worker.run {
            let path = Self.path(of: name, in: folder)
            try Self.checkRoom(for: path, in: folder)
            do throws(DurableFile.Failure) {
                try DurableFile.makeFolder(folder)
                try DurableFile.write(
                    PlaylistText(files).bytes,
                    to: path,
                    // Another daemon of this user may save one of this name.
                    by: "\(folder)/.\(name).\(getpid())",
                    predecessor: replaces ? .replaced : .kept
                )
            } catch {
                guard error.number != EEXIST else {
                    throw RequestError(.cannotCreate, "\(path): exists; replace=on replaces it")
                }
                throw RequestError(.io, "\(error)")
            }
        }
    }

    /// Refuses another playlist where there are too many.
    ///
    /// - Throws: 75 for another playlist where there are too many already.
    private nonisolated static func checkRoom(
        for path: String,
        in folder: String
    ) throws(RequestError) {
        guard FileStatus(path) == nil,
            let files = FolderListing(folder, where: { name(ofFile: $0) != nil }),
            files.names.count >= most
        else { return }
        throw RequestError(.busy, "too many playlists: \(most); delete-playlist deletes one")
    }

    /// Deletes a playlist.
    ///
    /// - Parameter name: The name.
    /// - Throws: As ``path(of:)``; 66 if there is none, 74 if it cannot be deleted.
    func delete(_ name: PlaylistName) async throws {
        let path = try path(of: name)
        try await worker.run {
            do throws(DurableFile.Failure) {
                try DurableFile.remove(path)
            } catch {
                throw RequestError(error.number == ENOENT ? .noInput : .io, "\(error)")
            }
        }
    }

    /// Lists the playlists, in the order of their names; files that cannot be read are logged.
    ///
    /// - Throws: As ``path(of:)``; 74 if the folder cannot be read.
    /// - Returns: The playlists.
    func list() async throws -> [PlaylistEntry] {
        let folder = try existingFolder()
        let (playlists, faults) = try await worker.run {
            () throws -> ([PlaylistEntry], [RequestError]) in
            guard let files = FolderListing(folder, where: { Self.name(ofFile: $0) != nil }) else {
                if errno == ENOENT { return ([], []) }
                throw RequestError(.io, "\(folder): \(SystemError.text())")
            }
            var (playlists, faults): ([PlaylistEntry], [RequestError]) = ([], [])
            for file in files.names.sorted(by: NaturalOrder.isBefore) {
                do throws(RequestError) {
                    playlists.append(try Self.entry(file, in: folder))
                } catch {
                    faults.append(error)
                }
            }
            return (playlists, faults)
        }
        for fault in faults { reporter.logger.warning("\(fault)") }
        return playlists
    }

    /// The name of the playlist in a file; `nil` for other files.
    private nonisolated static func name(ofFile file: String) -> PlaylistName? {
        file.hasSuffix(ending) ? PlaylistName(String(file.dropLast(ending.count))) : nil
    }

    private nonisolated static func entry(
        _ file: String,
        in folder: String
    ) throws(RequestError) -> PlaylistEntry {
        let path = "\(folder)/\(file)"
        try RequestError.catching { () throws(PlaybackError) in try RegularFile.check(path) }
        let bytes = try RequestError.catching { () throws(HostError) in
            try InputFile.read(path, limit: largestSize)
        }
        return PlaylistEntry(
            name: String(file.dropLast(ending.count)),
            entries: PlaylistFile(bytes, at: path).paths.count
        )
    }
}
