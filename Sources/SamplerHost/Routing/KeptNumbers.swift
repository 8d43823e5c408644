/// Numbers that names keep from one rack to the next.
enum KeptNumbers {
    /// The names of a new rack by their numbers: those of an old one at their places, then the others.
    ///
    /// - Parameters:
    ///   - wanted: The names.
    ///   - old: The names of the old rack by their numbers; empty for a number that is free.
    /// - Returns: The names; never fewer places than there were.
    static func names(_ wanted: [String], after old: [String]) -> [String] {
        var names = old.map { wanted.contains($0) ? $0 : "" }
        for name in wanted where !names.contains(name) {
            // A number that is freed now still means the old name in the old rack.
            let gap = names.indices.first {
                names[$0].isEmpty && (!old.indices.contains($0) || old[$0].isEmpty)
            }
            if let gap { names[gap] = name } else { names.append(name) }
        }
        return names
    }
}
