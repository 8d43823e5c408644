import ControlProtocol
import Logging
import NIOCore
import Playback

/// The queue as a playlist.
extension Transport {
    /// Saves the queue.
    ///
    /// - Parameters:
    ///   - name: The playlist's name.
    ///   - replaces: Whether another one of this name is replaced.
    /// - Throws: Status 66 if the queue is empty, 69 for a user without a folder.
    /// - Returns: Completes when it is on disk.
    func save(
        as name: PlaylistName,
        replaces: Bool
    ) throws(RequestError) -> EventLoopFuture<Void> {
        guard !queue.isEmpty else {
            throw RequestError(.noInput, "nothing to save: the queue is empty")
        }
        let files = queue.entries.map { PlaylistText.File(path: $0.path, pattern: $0.pattern) }
        return try playlists.save(files, as: name, replaces: replaces)
    }

    /// Lists the playlists; files that cannot be read are logged.
    ///
    /// - Throws: Status 69 for a user without a folder.
    /// - Returns: The playlists.
    func listPlaylists() throws(RequestError) -> EventLoopFuture<[PlaylistEntry]> {
        let logger = reporter.logger
        return try playlists.list().map { listing in
            for fault in listing.faults { logger.warning("\(fault)") }
            return listing.playlists
        }
    }
}
