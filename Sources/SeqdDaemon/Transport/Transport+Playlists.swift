import ControlProtocol
import Logging
import Playback

/// The queue as a playlist.
extension Transport {
    /// Saves the queue.
    ///
    /// - Parameters:
    ///   - name: The playlist's name.
    ///   - replaces: Whether another one of this name is replaced.
    /// - Throws: Status 66 if the queue is empty; as ``PlaylistFolder/save(_:as:replaces:)``.
    func save(as name: PlaylistName, replaces: Bool) async throws {
        guard !queue.isEmpty else {
            throw RequestError(.noInput, "nothing to save: the queue is empty")
        }
        let files = queue.entries.map { PlaylistText.File(path: $0.path, pattern: $0.pattern) }
        try await playlists.save(files, as: name, replaces: replaces)
    }

    /// Lists the playlists; files that cannot be read are logged.
    ///
    /// - Throws: As ``PlaylistFolder/list()``.
    /// - Returns: The playlists.
    func listPlaylists() async throws -> [PlaylistEntry] {
        let listing = try await playlists.list()
        for fault in listing.faults { reporter.logger.warning("\(fault)") }
        return listing.playlists
    }
}
