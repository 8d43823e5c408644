import Glibc
import SamplerHost

/// What the loader may open: a FIFO without a writer, or a terminal, would hold it up for ever, and
/// with it everybody else who has something to load.
package enum RegularFile {
    /// Refuses what is there and is no regular file.
    ///
    /// - Throws: Status 66.
    package static func check(_ path: String) throws(PlaybackError) {
        var status = stat()
        // What is not there is told of by whoever opens it.
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw PlaybackError(
                .noInput,
                "\(path): \(isFolder ? "is a directory" : "is not a regular file")"
            )
        }
    }
}
