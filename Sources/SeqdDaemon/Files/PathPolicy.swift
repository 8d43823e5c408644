package import ControlProtocol
import Glibc
import Platform
import Playback
import SamplerHost

/// The folders below which clients may name files; the daemon's own options are not bound to them.
///
/// A path is compared after all its links are resolved, so a link that leads outside is refused.
/// Then the resolved path is opened, in which no component was a link. A music file is opened here,
/// and the path of the open descriptor is compared once more: anyone who may write to an allowed
/// folder could have put a link in place of a folder meanwhile. A SoundFont, and each sound file of
/// an instrument, is opened by its resolved path without that second check, because the
/// instruments' readers need a path (an SFZ file names samples relative to its own). openat2(2)
/// with RESOLVE_BENEATH would not serve here: it refuses each absolute link, also one that leads to
/// an allowed folder.
package struct PathPolicy: Hashable, Sendable {
    /// The folders without links; empty if every path is allowed.
    package let folders: [String]
    /// The folder of the daemon's own playlists, which clients may load; it need not exist.
    private let playlists: String?
    /// The files of the daemon's own options.
    private var own: Set<String> = []

    /// The policy that allows every path.
    package static let unrestricted = PathPolicy(resolved: [], playlists: nil)

    private init(resolved folders: [String], playlists: String?) {
        self.folders = folders
        self.playlists = playlists
    }

    /// Allows only what is below some folders, or everything if there are none.
    ///
    /// - Parameters:
    ///   - folders: Existing folders.
    ///   - playlists: The folder of the daemon's own playlists, if there is one.
    /// - Throws: 66 for one that does not exist, 64 for one that is not a folder.
    package init(folders: [String], playlists: String? = nil) throws(RequestError) {
        var resolved: [String] = []
        for folder in folders {
            guard let path = RealPath.of(folder) else {
                throw RequestError(.noInput, "--allow-path: \(folder): \(SystemError.text())")
            }
            guard FileStatus(path)?.kind == .folder else {
                throw RequestError(.usage, "--allow-path: \(folder): not a directory")
            }
            resolved.append(path)
        }
        self.init(resolved: resolved, playlists: playlists)
    }

    /// The policy that allows these files too, by these paths: SoundFonts and racks of the daemon's
    /// own options, which are read again with those of clients.
    func allowing(_ own: Set<String>) -> PathPolicy {
        var policy = self
        policy.own = own
        return policy
    }

    /// Whether every path is allowed.
    var isUnrestricted: Bool { folders.isEmpty }

    /// The path of a file without links, if it is allowed.
    ///
    /// - Parameter path: The path that a client or a playlist names.
    /// - Returns: The resolved path; the path itself if every path is allowed.
    /// - Throws: 77 for a path that is not allowed, whether it exists or not; 66 for one that is allowed
    ///   and does not exist, 64 for a relative one.
    func resolved(_ path: String) throws(RequestError) -> String {
        guard !isUnrestricted, !own.contains(path) else { return path }
        guard path.hasPrefix("/") else {
            throw RequestError(.usage, "\(path): not an absolute path")
        }
        if let resolved = RealPath.of(path) {
            guard allows(resolved) else { throw refusal(of: path) }
            return resolved
        }
        let reason = errno
        // Outside, an answer must not tell whether a file exists.
        guard let folder = Self.nearestFolder(of: path), allows(folder) else {
            throw refusal(of: path)
        }
        let text = reason == ENOENT ? "no such file" : SystemError.text(reason)
        throw RequestError(.noInput, "\(path): \(text)")
    }

    /// A SoundFont by its path without links, if it is allowed; the files that an instrument of another
    /// kind names must be allowed too.
    ///
    /// - Parameter font: The SoundFont as a client or a rack names it.
    /// - Returns: The SoundFont; the same if every path is allowed.
    /// - Throws: As ``resolved(_:)-(String)``.
    func resolved(_ font: SoundFontReference) throws(RequestError) -> SoundFontReference {
        guard !isUnrestricted, !own.contains(font.path) else { return font }
        var font = font
        font.path = try resolved(font.path)
        font.folders = folders
        return font
    }

    /// The path of a file to be written, if it is allowed: without links, whether it exists or not.
    ///
    /// The daemon's own playlists and the files of its options are not allowed. A link to a file
    /// stands for that file, which has to be allowed.
    ///
    /// - Parameter path: The path that a client names.
    /// - Returns: The resolved path; the path itself if every path is allowed.
    /// - Throws: 77 for a path that is not allowed, whether it exists or not; 73 for one in a folder
    ///   that does not exist, 64 for a relative one.
    func resolvedForWriting(_ path: String) throws(RequestError) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
            throw RequestError(.usage, "\(path): not an absolute path")
        }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        guard isUnrestricted else {
            if let resolved = RealPath.of(path) {
                guard isInFolders(resolved) else { throw refusal(of: path) }
                return resolved
            }
            guard let resolved = RealPath.of(folder) else {
                let reason = errno
                guard let nearest = Self.nearestFolder(of: path), isInFolders(nearest) else {
                    throw refusal(of: path)
                }
                throw RequestError(.cannotCreate, "\(folder): \(SystemError.text(reason))")
            }
            guard isInFolders(resolved) else { throw refusal(of: path) }
            return (resolved == "/" ? "" : resolved) + path[slash...]
        }
        guard FileStatus(folder)?.kind == .folder else {
            throw RequestError(.cannotCreate, "\(folder): not a directory")
        }
        return path
    }

    /// Whether a file exists and is allowed: a client must not learn more from the way in which its
    /// request is read.
    func exists(_ path: String) -> Bool {
        guard isUnrestricted else { return (try? resolved(path)) != nil }
        return SoundFontSearch.exists(path)
    }

    /// Opens a regular file, if it is allowed.
    ///
    /// - Parameter path: The path that a client or a playlist names.
    /// - Returns: The file; `nil` if every path is allowed.
    /// - Throws: As ``resolved(_:)``, and 66 for a file that cannot be opened or is not regular.
    func open(_ path: String) throws(RequestError) -> OpenedFile? {
        guard !isUnrestricted else { return nil }
        let file = try Self.open(try resolved(path), named: path)
        guard let opened = file.currentPath, allows(opened) else { throw refusal(of: path) }
        return file
    }

    /// Opens a regular file that was written for a client, if clients may still write there.
    ///
    /// - Parameter path: The path.
    /// - Returns: The file.
    /// - Throws: As ``resolvedForWriting(_:)``, and 66 for a file that cannot be opened or is not
    ///   regular.
    func openWritten(_ path: String) throws(RequestError) -> OpenedFile {
        let file = try Self.open(try resolvedForWriting(path), named: path)
        guard isUnrestricted || file.currentPath.map(isInFolders) ?? false else {
            throw refusal(of: path)
        }
        return file
    }

    private static func open(
        _ resolved: String,
        named path: String
    ) throws(RequestError) -> OpenedFile {
        try RequestError.catching { () throws(HostError) in
            try OpenedFile(resolved, named: path)
        }
    }

    private func allows(_ resolved: String) -> Bool {
        isInFolders(resolved)
            || playlists.flatMap(RealPath.of).map { RealPath.is(resolved, in: $0) } ?? false
    }

    private func isInFolders(_ resolved: String) -> Bool {
        folders.contains { RealPath.is(resolved, in: $0) }
    }

    private func refusal(of path: String) -> RequestError {
        RequestError(
            .notPermitted,
            "\(path): outside the folders that clients may use: "
                + folders.joined(separator: ", ")
        )
    }

    /// The path of the nearest folder that exists above a path.
    private static func nearestFolder(of path: String) -> String? {
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            // Not above a link that leads nowhere, nor what may not be searched.
            if let resolved = RealPath.of(rest.isEmpty ? "/" : String(rest)) { return resolved }
            guard errno == ENOENT else { return nil }
        }
        return nil
    }
}

extension PathPolicy {
    /// As ``resolved(_:)``, for the readers of playlists and folders.
    func resolvedForPlayback(_ path: String) throws(PlaybackError) -> String {
        do throws(RequestError) {
            return try resolved(path)
        } catch {
            let code: HostError.Code =
                switch error.code {
                case .usage: .usage
                case .notPermitted: .notPermitted
                default: .noInput
                }
            throw PlaybackError(code, error.message)
        }
    }
}
