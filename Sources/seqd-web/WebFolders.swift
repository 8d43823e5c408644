import Dispatch
import JSON
import Platform
import WebProtocol

/// The folders whose files browsers can see.
struct WebFolders: Sendable {
    /// Paths without links.
    let folders: [String]
    /// The endings of the names of MIDI files, in lower case.
    let endings: [String]

    /// A disk may take its time, and tasks have few threads.
    private let worker = DispatchQueue(label: "seqd-folders")

    /// The most files of a folder that are listed.
    private static let fileLimit = 20_000

    /// Whether a file is in the folders, wherever links lead.
    func contains(_ path: String) -> Bool {
        guard let resolved = RealPath.of(path) else { return false }
        return folders.contains { resolved == $0 || RealPath.is(resolved, in: $0) }
    }

    /// Names the folders.
    ///
    /// - Parameters:
    ///   - folders: Paths without links.
    ///   - endings: The endings of the names of MIDI files, in lower case.
    init(_ folders: [String], endings: [String]) {
        (self.folders, self.endings) = (folders, endings)
    }

    /// The content of a folder: folders and MIDI files, without hidden ones; `nil` is the list of
    /// folders.
    func json(_ path: String?) async -> Result<String, WebReply> {
        await withCheckedContinuation { continuation in
            worker.async { continuation.resume(returning: read(path)) }
        }
    }

    private func read(_ path: String?) -> Result<String, WebReply> {
        guard let path else {
            return .success(Self.json(path: nil, folders: folders, files: []))
        }
        guard contains(path),
            let found = FolderListing(path, limit: Self.fileLimit, where: { !$0.hasPrefix(".") })
        else { return .failure(WebReply(404, "\(path): not a folder to browse")) }
        var (inner, files): ([String], [String]) = ([], [])
        for name in found.names.sorted() {
            let full = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            // The daemon refuses what a link leads out of.
            guard contains(full) else { continue }
            switch FileStatus(full)?.kind {
            case .folder: inner.append(full)
            case .regular where endings.contains(where: name.lowercased().hasSuffix):
                files.append(full)
            default: break
            }
        }
        return .success(Self.json(path: path, folders: inner, files: files))
    }

    private static func json(path: String?, folders: [String], files: [String]) -> String {
        var object = JSONObject()
        object.set("path", path)
        object.set("folders", folders)
        object.set("files", files)
        return object.json.text
    }
}
