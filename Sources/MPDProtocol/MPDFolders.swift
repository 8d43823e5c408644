/// The folders that clients see, and the names of files in them.
///
/// With one folder, names are relative to it; several have a name each, under which their files are.
package struct MPDFolders: Sendable {
    /// A place that a name stands for.
    package enum Place: Hashable, Sendable {
        /// The list of several folders, or of none.
        case top
        /// A file or folder with its path.
        case path(String)
    }

    /// The folders with their names; the name of a single one is empty.
    package let folders: [(name: String, path: String)]

    /// Makes a tree of folders.
    ///
    /// - Parameter paths: Absolute paths without links, and without slashes at their ends.
    package init(_ paths: [String]) {
        var folders: [(name: String, path: String)] = []
        for path in paths where !folders.contains(where: { $0.path == path }) {
            let last = path.split(separator: "/").last.map(String.init) ?? "root"
            var name = last
            var number = 2
            while folders.contains(where: { $0.name == name }) {
                name = "\(last)-\(number)"
                number += 1
            }
            folders.append((name, path))
        }
        if folders.count == 1 { folders[0].name = "" }
        self.folders = folders
    }

    /// The place that a name stands for.
    ///
    /// - Parameter name: A name relative to the folders, an absolute path, or a `file://` address.
    /// - Returns: The place; a path may be anywhere if the name is absolute.
    /// - Throws: 2 for a name that leads upwards, 50 for one in a folder that does not exist.
    package func place(of name: String) throws(MPDFault) -> Place {
        let isAddress = name.hasPrefix("file://")
        var name = isAddress ? String(name.dropFirst("file://".count)) : name
        while name.hasSuffix("/") { name.removeLast() }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if name.isEmpty {
            return folders.count == 1 ? .path(folders[0].path) : .top
        }
        let isAbsolute = name.hasPrefix("/")
        let steps = isAbsolute ? parts.dropFirst() : parts[...]
        guard steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw MPDFault(.argument, "Malformed path")
        }
        if isAbsolute { return .path(name) }
        if folders.count == 1 { return .path(Self.joined(folders[0].path, name)) }
        guard let folder = folders.first(where: { $0.name == steps.first.map(String.init) }) else {
            throw MPDFault(.noExist, "No such directory")
        }
        let rest = steps.dropFirst().joined(separator: "/")
        return .path(rest.isEmpty ? folder.path : Self.joined(folder.path, rest))
    }

    /// The name of a file or folder by its path: relative to its folder, else the path.
    package func name(of path: String) -> String {
        for folder in folders {
            if path == folder.path { return folder.name }
            let prefix = folder.path == "/" ? "/" : folder.path + "/"
            guard path.hasPrefix(prefix) else { continue }
            let rest = String(path.dropFirst(prefix.count))
            return folder.name.isEmpty ? rest : "\(folder.name)/\(rest)"
        }
        return path
    }

    /// Whether a path is that of a folder, or below one.
    package func contains(_ path: String) -> Bool {
        folders.contains { folder in
            path == folder.path || folder.path == "/" || path.hasPrefix(folder.path + "/")
        }
    }

    /// The path of a name in a folder.
    package static func joined(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
}
