import ControlProtocol
import Playback

/// A file of a request, named by its path or found in a folder or a playlist.
struct QueueFile: Hashable, Sendable {
    var path: String
    /// Whether it is from a folder or a playlist: it is left out if it cannot be read.
    var isListed: Bool

    /// Finds the files of sources.
    ///
    /// Reads folders and playlists, so it is not for the event loop.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - limit: The maximum number of files.
    ///   - policy: The folders below which they may be.
    /// - Returns: The files, and the faults of parts of folders and playlists.
    /// - Throws: Status 64 to 66 for a source that names nothing, 75 for too many files, 77 for one
    ///   that is not allowed.
    static func files(
        of sources: [SourcePath],
        limit: Int,
        _ policy: PathPolicy = .unrestricted
    ) throws(RequestError) -> (files: [QueueFile], faults: [RequestError]) {
        var files: [QueueFile] = []
        var faults: [RequestError] = []
        for path in sources.flatMap({ $0.paths(exists: policy.exists) }) {
            var noted: [RequestError] = []
            let found = PlaylistSource.files(path, regularOnly: true) {
                path throws(PlaybackError) in
                try policy.resolvedForPlayback(path)
            } note: {
                noted.append(RequestError($0))
            }
            if found.isEmpty, let failure = noted.first { throw failure }
            let isListed = found != [path]
            files += found.map { QueueFile(path: $0, isListed: isListed) }
            faults += noted
            guard files.count <= limit else {
                throw RequestError(
                    .busy,
                    "\(path): too many files: the queue has room for \(limit) more"
                )
            }
        }
        return (files, faults)
    }
}
