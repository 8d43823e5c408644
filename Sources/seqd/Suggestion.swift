import Glibc

/// What somebody may have meant who mistyped a name.
enum Suggestion {
    /// The one among some words that is nearest to a mistyped one; `nil` where none is near.
    ///
    /// - Parameters:
    ///   - word: What was typed.
    ///   - words: What could have been meant.
    /// - Returns: The nearest; the first of equals.
    static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars.prefix(200))
        // One slip in three letters: in fewer anything would be near.
        let limit = typed.count / 3
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(typed, Array(candidate.lowercased().unicodeScalars.prefix(200)))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// A file that may have been meant by a path where nothing is: the same with one of the
    /// endings, else one of the folder with a name that is near.
    static func file(near path: String, endings: [String]) -> String? {
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
        let near = nearest(to: stem(of: name), among: names.map(stem))
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

    /// Insertions, deletions, replacements and exchanges of neighbours between two words
    /// (Damerau's and Levenshtein's distance, in its restricted form).
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for (row, a) in first.enumerated() {
            var current = [row + 1]
            for (column, b) in second.enumerated() {
                var cost = min(last[column] + (a == b ? 0 : 1), last[column + 1] + 1)
                cost = min(cost, current[column] + 1)
                if row > 0, column > 0, a == second[column - 1], first[row - 1] == b {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, last) = (last, current)
        }
        return last[second.count]
    }
}

extension UnsafeMutablePointer<dirent> {
    /// The entry's name; `nil` where it is no UTF-8.
    var name: String? {
        withUnsafePointer(to: &pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
    }
}
