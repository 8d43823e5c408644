import Glibc
import Wording

/// Corrections of mistyped file names.
package enum FileSuggestion {
    /// A file that may have been meant by a path where nothing is: the same with one of the
    /// endings, else one of the folder with a name that is near.
    package static func file(near path: String, endings: [String]) -> String? {
        for ending in endings where isFile(path + ending) { return path + ending }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty else { return nil }
        let names = names(in: folder.isEmpty ? "." : folder).filter { candidate in
            let lower = candidate.lowercased()
            return endings.contains { lower.hasSuffix($0) } && isFile(folder + candidate)
        }
        // Endings are alike anyway.
        let near = Suggestion.nearest(to: stem(of: name), among: names.map(stem))
        return names.first { stem(of: $0) == near }.map { folder + $0 }
    }

    /// A file's name without its ending.
    private static func stem(of name: String) -> String {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names in a folder, in their order; none where it cannot be read.
    private static func names(in folder: String) -> [String] {
        guard let opened = opendir(folder) else { return [] }
        defer { closedir(opened) }
        var names: [String] = []
        // A folder of very many is not worth the time.
        while names.count < 10_000, let entry = readdir(opened) {
            if let name = entry.name { names.append(name) }
        }
        return names.sorted()
    }
}

extension UnsafeMutablePointer<dirent> {
    /// The entry's name; `nil` where it is no UTF-8.
    package var name: String? {
        withUnsafePointer(to: &pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
    }
}
