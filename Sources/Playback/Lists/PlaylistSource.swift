import Glibc
import Platform
import SamplerHost
import Wording

/// What is named on the command line, as the files that it stands for: MIDI files themselves,
/// folders with all the MIDI files in them, and playlists.
public enum PlaylistSource {
    private static let listEndings = [".m3u", ".m3u8"]
    /// A playlist in a playlist in …: more of them is a mistake.
    private static let deepest = 16
    /// More files than anybody has, and few enough for the memory.
    private static let most = 1_000_000

    /// The files that a name stands for, in the order of the list, or of their names in a folder.
    ///
    /// - Parameters:
    ///   - path: A file, folder or playlist.
    ///   - regularOnly: Whether a playlist must be a regular file: a FIFO would be waited for.
    ///   - note: Gets what is wrong; the rest is found all the same. Status 66 for a folder without
    ///     MIDI files, and for what cannot be read; 65 for a playlist that is none, names nothing,
    ///     or itself.
    /// - Returns: The files.
    public static func files(
        _ path: String,
        regularOnly: Bool = false,
        note: (PlaybackError) -> Void
    ) -> [String] {
        var files: [String] = []
        add(path, to: &files, depth: 0, regularOnly, note)
        return files
    }

    private static func add(
        _ path: String,
        to files: inout [String],
        depth: Int,
        _ regularOnly: Bool,
        _ note: (PlaybackError) -> Void
    ) {
        do throws(PlaybackError) {
            if path != "-", isFolder(path) {
                try addFolder(path, to: &files, note)
            } else if hasEnding(path, listEndings) {
                guard depth < deepest else {
                    throw PlaybackError(
                        .data,
                        "\(path): playlists nested too deeply, or in a circle"
                    )
                }
                if regularOnly { try RegularFile.check(path) }
                for entry in try entries(of: path) {
                    add(entry, to: &files, depth: depth + 1, regularOnly, note)
                }
            } else {
                files.append(path)
            }
            guard files.count <= most else {
                files.removeLast(files.count - most)
                throw PlaybackError(.data, "\(path): more than \(most) files")
            }
        } catch {
            note(error)
        }
    }

    private static func entries(of list: String) throws(PlaybackError) -> [String] {
        let bytes = try PlaybackError.catching { () throws(HostError) in
            try InputFile.read(list)
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

    private struct FolderIdentity: Hashable {
        var device: UInt64
        var number: UInt64
    }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func addFolder(
        _ path: String,
        to files: inout [String],
        _ note: (PlaybackError) -> Void
    ) throws(PlaybackError) {
        var found: [String] = []
        var visited: Set<FolderIdentity> = []
        var isWhole = true
        walk(path, to: &found, &visited) { failure in
            isWhole = false
            note(failure)
        }
        guard !found.isEmpty || !isWhole else {
            throw PlaybackError(
                .noInput,
                "\(path): no MIDI files in this folder (\(PieceFile.endings.joined(separator: ", ")))"
            )
        }
        files += found
    }

    /// Adds the MIDI files of a folder and of those in it; each folder once, whatever links there
    /// are to it.
    private static func walk(
        _ path: String,
        to files: inout [String],
        _ visited: inout Set<FolderIdentity>,
        _ note: (PlaybackError) -> Void
    ) {
        var status = stat()
        guard stat(path, &status) == 0,
            visited.insert(
                FolderIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
            ).inserted
        else { return }
        guard let folder = opendir(path) else {
            note(PlaybackError(.noInput, "\(path): \(SystemError.text())"))
            return
        }
        var names: [String] = []
        var unreadable = 0
        while let entry = readdir(folder) {
            guard let name = entry.name else {
                unreadable += 1
                continue
            }
            // Hidden ones are not meant.
            if !name.hasPrefix(".") { names.append(name) }
        }
        closedir(folder)
        if unreadable > 0 {
            let count = NumberText.count(unreadable, "name")
            note(PlaybackError(.noInput, "\(path): \(count) not in UTF-8, left out"))
        }
        names.sort { NaturalOrder.isBefore($0, $1) }
        for name in names {
            let inner = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            switch kind(inner) {
            case S_IFDIR: walk(inner, to: &files, &visited, note)
            // A FIFO would be waited for.
            case S_IFREG where hasEnding(name, PieceFile.endings): files.append(inner)
            default: break
            }
        }
    }

    private static func hasEnding(_ path: String, _ endings: [String]) -> Bool {
        let lower = path.lowercased()
        return endings.contains { lower.hasSuffix($0) }
    }
}
