import MPDProtocol
import Platform
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// The files in the folders that clients see, with the texts that the files have.
final class MPDFiles: Sendable {
    /// The folders.
    let tree: MPDFolders

    /// A folder's content, in the order of the names.
    struct Listing {
        var folders: [String] = []
        var files: [String] = []
    }

    private struct Texts {
        var version: String
        var tags: [MPDSong.Tag: String]
        var seconds: Double?
    }

    private let texts = Mutex<[String: Texts]>([:])

    /// The most files whose texts are stored.
    private static let textLimit = 50_000
    /// The largest file that is read for its texts.
    private static let sizeLimit: Int64 = 8 << 20
    /// The most files that one command lists.
    private static let fileLimit = 100_000
    /// The deepest folder.
    private static let deepest = 32

    /// Names the folders.
    ///
    /// - Parameter folders: Existing folders without links.
    init(_ folders: [String]) {
        tree = MPDFolders(folders)
    }

    // MARK: - Folders

    /// Lists a folder: folders and MIDI files, without hidden ones.
    ///
    /// - Throws: 50 for a path that is not that of a folder, or leads out of the folders.
    func list(_ path: String) throws(MPDFault) -> Listing {
        guard let resolved = RealPath.of(path), tree.contains(resolved),
            let found = FolderListing(
                resolved,
                limit: Self.fileLimit,
                where: { !$0.hasPrefix(".") && Self.isPlain($0) }
            )
        else { throw MPDFault(.noExist, "No such directory") }
        var listing = Listing()
        for name in found.names.sorted(by: NaturalOrder.isBefore) {
            let inner = MPDFolders.joined(path, name)
            // A link that leads out of the folders is not shown: the daemon refuses it.
            guard let target = RealPath.of(inner), tree.contains(target) else { continue }
            switch FileStatus(target)?.kind {
            case .folder: listing.folders.append(inner)
            case .regular where Self.isMusic(name): listing.files.append(inner)
            default: break
            }
        }
        return listing
    }

    /// Visits what is in a folder and in those in it; each folder once.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - visit: Takes the path of a folder or file, and whether it is a folder.
    /// - Throws: As ``list(_:)`` for the folder itself, and the error of `visit`.
    func walk(
        _ path: String,
        _ visit: (String, _ isFolder: Bool) throws(MPDFault) -> Void
    ) throws(MPDFault) {
        var visited: Set<FileStatus.Identity> = []
        var count = 0
        try walk(path, 0, &visited, &count, visit)
    }

    private func walk(
        _ path: String,
        _ depth: Int,
        _ visited: inout Set<FileStatus.Identity>,
        _ count: inout Int,
        _ visit: (String, _ isFolder: Bool) throws(MPDFault) -> Void
    ) throws(MPDFault) {
        guard let status = FileStatus(path), visited.insert(status.identity).inserted else {
            return
        }
        let listing = try list(path)
        count += listing.files.count + listing.folders.count
        guard count <= Self.fileLimit else {
            throw MPDFault(.system, "more than \(Self.fileLimit) files")
        }
        for file in listing.files { try visit(file, false) }
        for folder in listing.folders {
            try visit(folder, true)
            // A folder that cannot be read, or was removed meanwhile, has nothing in it.
            guard depth < Self.deepest, FolderListing(folder, limit: 1) != nil else { continue }
            try walk(folder, depth + 1, &visited, &count, visit)
        }
    }

    /// Whether a name is that of a MIDI file.
    static func isMusic(_ name: String) -> Bool {
        let lower = name.lowercased()
        return PieceFile.endings.contains { lower.hasSuffix($0) }
    }

    /// Whether a name has no character that would end a line.
    private static func isPlain(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }

    // MARK: - Texts

    /// A file as clients see it, with its title and length.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - deadline: The time after which no further file is read: its texts are left out then.
    /// - Returns: The song.
    func song(_ path: String, until deadline: ContinuousClock.Instant) -> MPDSong {
        let name = tree.name(of: path)
        guard let status = FileStatus(path), status.kind == .regular else {
            return MPDSong(file: name)
        }
        if let known = texts.withLock({ $0[path] }), known.version == status.version {
            return MPDSong(file: name, tags: known.tags, seconds: known.seconds)
        }
        guard ContinuousClock.now < deadline, status.size <= Self.sizeLimit else {
            return MPDSong(file: name)
        }
        var found = Texts(version: status.version, tags: [:])
        if let file = try? PieceFile(path) {
            let tags = file.tags()
            found.tags[.title] = tags[.title]
            found.tags[.artist] = tags[.artist]
            found.seconds = file.sequences.first.map {
                PieceLength($0, rate: 48_000).seconds(at: nil)
            }
        }
        texts.withLock { texts in
            if texts.count >= Self.textLimit { texts = [:] }
            texts[path] = found
        }
        return MPDSong(file: name, tags: found.tags, seconds: found.seconds)
    }
}

extension MPDFiles {
    /// The endings of the names of MIDI files, without the full stop.
    static var endings: [String] { PieceFile.endings.map { String($0.dropFirst()) } }
}
