import Platform

/// The folders that a ``FileWatch`` watches, and the files in them that it was asked for.
struct WatchedFolders {
    /// The number of each folder's watch; none while the folder is missing.
    ///
    /// A folder may have several names, and one number.
    private(set) var numbers: [String: Int32] = [:]
    /// The requested paths, by folder and name in it.
    private var files: [String: [String: Set<String>]] = [:]

    /// A folder and a name in it.
    typealias Location = (folder: String, name: String)

    /// The folder and the name of a path; `nil` for a path that ends in a slash.
    static func split(_ path: String) -> Location? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return nil }
        let start = parts.dropLast().joined(separator: "/")
        return (parts.count == 1 ? "." : start.isEmpty ? "/" : start, String(name))
    }

    /// The folders that are missing.
    var missing: [String] { files.keys.filter { numbers[$0] == nil } }

    /// All requested paths.
    var paths: Set<String> {
        files.values.reduce(into: []) { paths, names in
            for named in names.values { paths.formUnion(named) }
        }
    }

    /// The requested paths in a folder.
    func paths(in folder: String) -> Set<String> {
        (files[folder] ?? [:]).values.reduce(into: []) { $0.formUnion($1) }
    }

    /// The requested paths of a name in the folder with a number.
    func paths(of name: String, in number: Int32) -> Set<String> {
        numbers.reduce(into: []) { paths, folder in
            guard folder.value == number else { return }
            paths.formUnion(files[folder.key]?[name] ?? [])
        }
    }

    /// Adds a requested path.
    ///
    /// - Returns: Whether its folder is yet to be watched.
    mutating func add(_ path: String, at location: Location) -> Bool {
        files[location.folder, default: [:]][location.name, default: []].insert(path)
        return numbers[location.folder] == nil
    }

    /// Notes the number of a folder's watch.
    mutating func setNumber(_ number: Int32, of folder: String) {
        numbers[folder] = number
    }

    /// Forgets the number of folders that are not where they were.
    ///
    /// - Returns: Whether there were such folders.
    mutating func lose(_ number: Int32) -> Bool {
        let lost = numbers.filter { $0.value == number }
        for folder in lost.keys { numbers[folder] = nil }
        return !lost.isEmpty
    }

    /// Whether the file under a name in the folder with a number is one without content to be written.
    func isUnwritten(_ name: String, in number: Int32) -> Bool {
        guard let folder = numbers.first(where: { $0.value == number })?.key,
            let status = FileStatus("\(folder)/\(name)", followsLinks: false)
        else { return false }
        return status.kind != .regular
    }

    /// Removes a path from all folders but some locations.
    ///
    /// - Returns: The numbers of folders in which nothing is watched any more.
    mutating func drop(_ path: String, except kept: [Location]) -> [Int32] {
        var unused: [Int32] = []
        for (folder, names) in files {
            for (name, paths) in names where paths.contains(path) {
                guard !kept.contains(where: { $0 == (folder, name) }) else { continue }
                let others = paths.subtracting([path])
                files[folder]?[name] = others.isEmpty ? nil : others
            }
            guard files[folder]?.isEmpty ?? false else { continue }
            files[folder] = nil
            guard let number = numbers.removeValue(forKey: folder) else { continue }
            // The same folder may be watched by another of its names.
            if !numbers.values.contains(number) { unused.append(number) }
        }
        return unused
    }
}
