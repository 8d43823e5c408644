/// Patterns of a shell's kind, for names of tracks.
enum Glob {
    /// Whether all of `text` fits the pattern, whatever the case.
    ///
    /// `*` stands for any characters, also none, and `?` for any one. Linear in the product of the
    /// lengths at worst, without recursion.
    static func matches(_ text: String, pattern: String) -> Bool {
        let text = Array(text.lowercased())
        let pattern = Array(pattern.lowercased())
        var (place, next) = (0, 0)
        // Where to go on if the last star has to stand for one character more.
        var retry: (place: Int, next: Int)?
        while place < text.count {
            if next < pattern.count, pattern[next] == "*" {
                retry = (place, next)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
                place += 1
                next += 1
            } else if let last = retry {
                retry = (last.place + 1, last.next)
                place = last.place + 1
                next = last.next + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
