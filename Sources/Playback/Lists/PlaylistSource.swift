import Platform
import SamplerHost
import Wording

/// The files that an argument stands for: a MIDI file itself, the MIDI files of a folder, or those
/// of a playlist.
public enum PlaylistSource {
    private static let listEndings = [".m3u", ".m3u8"]
    /// The deepest nesting of playlists; a deeper one is a mistake.
    private static let maximumDepth = 16
    /// The largest number of files, which the memory has room for.
    private static let maximumCount = 1_000_000

    /// The files that a path stands for, in the order of the list, or of their names in a folder.
    ///
    /// - Parameters:
    ///   - path: A file, folder or playlist.
    ///   - regularOnly: Whether a playlist must be a regular file: reading a FIFO would block.
    ///   - resolve: Gives the path to open for a path that is named or found, or throws if it may not
    ///     be opened; the files in the result keep their names.
    ///   - note: Called with each failure, while the rest is still found. `noInput` for a folder
    ///     without MIDI files and for unreadable files; `data` for a file that is not a playlist, an
    ///     empty playlist, and a playlist that names itself.
    /// - Returns: The files.
    public static func files(
        _ path: String,
        regularOnly: Bool = false,
        resolving resolve: (String) throws(PlaybackError) -> String = { $0 },
        note: (PlaybackError) -> Void
    ) -> [String] {
        var files: [String] = []
        add(path, to: &files, depth: 0, regularOnly, resolve, note)
        return files
    }

    private static func add(
        _ path: String,
        to files: inout [String],
        depth: Int,
        _ regularOnly: Bool,
        _ resolve: (String) throws(PlaybackError) -> String,
        _ note: (PlaybackError) -> Void
    ) {
        do throws(PlaybackError) {
            let opened = try resolve(path)
            if path != "-", FileStatus(opened)?.kind == .folder {
                try addFolder(path, to: &files, resolve, note)
            } else if hasEnding(path, listEndings) {
                guard depth < maximumDepth else {
                    throw PlaybackError(
                        .data,
                        "\(path): playlists nested too deeply, or in a circle"
                    )
                }
                if regularOnly { try RegularFile.check(path) }
                for entry in try entries(of: path, at: opened) {
                    add(entry, to: &files, depth: depth + 1, regularOnly, resolve, note)
                }
            } else {
                files.append(path)
            }
            guard files.count <= maximumCount else {
                files.removeLast(files.count - maximumCount)
                throw PlaybackError(.data, "\(path): more than \(maximumCount) files")
            }
        } catch {
            note(error)
        }
    }

    private static func entries(
        of list: String,
        at opened: String
    ) throws(PlaybackError) -> [String] {
        let bytes = try PlaybackError.catching { () throws(HostError) in
            try InputFile.read(opened)
        }
        guard !bytes.contains(0) else {
            throw PlaybackError(.data, "\(list): not a playlist: not a text file")
        }
        let paths = PlaylistFile(bytes, at: list).paths
        guard !paths.isEmpty else {
            throw PlaybackError(.data, "\(list): no files in this playlist")
        }
        return paths
    }

    // MARK: Folders

    private static func addFolder(
        _ path: String,
        to files: inout [String],
        _ resolve: (String) throws(PlaybackError) -> String,
        _ note: (PlaybackError) -> Void
    ) throws(PlaybackError) {
        var found: [String] = []
        var visited: Set<FileStatus.Identity> = []
        var isComplete = true
        walk(path, to: &found, &visited, resolve) { failure in
            isComplete = false
            note(failure)
        }
        guard !found.isEmpty || !isComplete else {
            throw PlaybackError(
                .noInput,
                "\(path): no MIDI files in this folder (\(PieceFile.endings.joined(separator: ", ")))"
            )
        }
        files += found
    }

    /// Adds the MIDI files of a folder and of those in it; each folder once, also if several links
    /// lead to it.
    private static func walk(
        _ path: String,
        to files: inout [String],
        _ visited: inout Set<FileStatus.Identity>,
        _ resolve: (String) throws(PlaybackError) -> String,
        _ note: (PlaybackError) -> Void
    ) {
        let opened: String
        do throws(PlaybackError) {
            opened = try resolve(path)
        } catch {
            return note(error)
        }
        guard let status = FileStatus(opened), visited.insert(status.identity).inserted
        else { return }
        // Hidden files are left out.
        guard let listing = FolderListing(opened, where: { !$0.hasPrefix(".") }) else {
            note(PlaybackError(.noInput, "\(path): \(SystemError.text())"))
            return
        }
        if listing.undecodableCount > 0 {
            let count = NumberText.count(listing.undecodableCount, "name")
            note(PlaybackError(.noInput, "\(path): \(count) not in UTF-8, left out"))
        }
        for name in listing.names.sorted(by: NaturalOrder.isBefore) {
            let inner = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            switch FileStatus(inner)?.kind {
            case .folder: walk(inner, to: &files, &visited, resolve, note)
            // Reading a FIFO would block.
            case .regular where hasEnding(name, PieceFile.endings):
                do throws(PlaybackError) {
                    _ = try resolve(inner)
                    files.append(inner)
                } catch {
                    note(error)
                }
            default: break
            }
        }
    }

    private static func hasEnding(_ path: String, _ endings: [String]) -> Bool {
        let lower = path.lowercased()
        return endings.contains { lower.hasSuffix($0) }
    }
}
