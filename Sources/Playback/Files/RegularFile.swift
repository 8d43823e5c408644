package import Platform
import SamplerHost

/// The check that a file is regular: opening a FIFO without a writer, or a terminal, would block the
/// loader for ever.
package enum RegularFile {
    /// Refuses an existing file that is not regular.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - allowsFolder: Whether it may be a folder, as an instrument may.
    /// - Throws: `noInput`.
    package static func check(
        _ path: String,
        allowsFolder: Bool = false
    ) throws(PlaybackError) {
        // Opening a missing file reports that it is missing.
        guard let kind = FileStatus(path)?.kind, kind != .regular else { return }
        guard kind != .folder || !allowsFolder else { return }
        throw PlaybackError(
            .noInput,
            "\(path): \(kind == .folder ? "is a directory" : "is not a regular file")"
        )
    }

    /// The identity of a regular file, the same for all its names; `nil` for every other path and for
    /// standard input (`-`).
    package static func identity(of path: String) -> FileStatus.Identity? {
        guard path != "-", let status = FileStatus(path), status.kind == .regular else {
            return nil
        }
        return status.identity
    }
}
