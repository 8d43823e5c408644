import Platform
import SamplerHost
import Wording

/// The files that an argument stands for: a MIDI file itself, the MIDI files of a folder, or those
/// of a playlist.
public enum PlaylistSource {
    private static let listEndings = [".m3u", ".m3u8"]
    /// The deepest nesting of playlists; a deeper one is a mistake.
    private static let maximumDepth = 16
    /// The most playlists in playlists: lists that name each other several times are read as often.
    private static let maximumLists = 10_000
    /// The largest number of files, which the memory has room for.
    private static let maximumCount = 1_000_000

    /// The files that have been found so far.
    private struct Search {
        var files: [String] = []
        /// The playlists that are being read, each in the one before it.
        var open: [FileStatus.Identity] = []
        var lists = 0
        /// Whether a limit was reached.
        var isOver = false
    }

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
        var search = Search()
        add(path, to: &search, regularOnly, resolve, note)
        return search.files
    }

    private static func add(
        _ path: String,
        to search: inout Search,
        _ regularOnly: Bool,
        _ resolve: (String) throws(PlaybackError) -> String,
        _ note: (PlaybackError) -> Void
    ) {
        do throws(PlaybackError) {
            let opened = try resolve(path)
            let status = path == "-" ? nil : FileStatus(opened)
            if status?.kind == .folder {
                try addFolder(path, to: &search.files, resolve, note)
            } else if hasEnding(path, listEndings) {
                try begin(path, status, &search)
                defer { if status != nil { search.open.removeLast() } }
                if regularOnly { try RegularFile.check(path) }
                for entry in try entries(of: path, at: opened) where !search.isOver {
                    add(entry, to: &search, regularOnly, resolve, note)
                }
            } else {
                search.files.append(path)
            }
            guard search.files.count <= maximumCount else {
                search.files.removeLast(search.files.count - maximumCount)
                search.isOver = true
                throw PlaybackError(.data, "\(path): more than \(maximumCount) files")
            }
        } catch {
            note(error)
        }
    }

    /// Notes that a playlist is being read.
    ///
    /// - Throws: `data` if it is being read already, and if there are too many.
    private static func begin(
        _ path: String,
        _ status: FileStatus?,
        _ search: inout Search
    ) throws(PlaybackError) {
        guard search.lists < maximumLists else {
            search.isOver = true
            throw PlaybackError(
                .data,
                "\(path): too many playlists in playlists, expected at most \(maximumLists)"
            )
        }
        search.lists += 1
        guard let status else { return }
        guard !search.open.contains(status.identity) else {
            throw PlaybackError(.data, "\(path): this playlist is in itself")
        }
        guard search.open.count < maximumDepth else {
            throw PlaybackError(
                .data,
                "\(path): playlists nested too deeply, expected at most \(maximumDepth)"
            )
        }
        search.open.append(status.identity)
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
