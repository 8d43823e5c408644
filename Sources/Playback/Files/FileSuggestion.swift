import Platform
import Wording

/// Corrections of mistyped file names.
package enum FileSuggestion {
    /// The existing file that a mistyped path may mean: the same path with one of the endings, else
    /// the file of the folder with the most similar name.
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
        FileStatus(path)?.kind == .regular
    }

    /// The sorted names in a folder; none if it cannot be read.
    private static func names(in folder: String) -> [String] {
        // A larger folder is not worth the time.
        (FolderListing(folder, limit: 10_000)?.names ?? []).sorted()
    }
}
