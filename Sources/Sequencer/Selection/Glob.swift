/// Patterns of a shell's kind, for names of tracks.
package enum Glob {
    /// Whether all of `text` fits the pattern, ignoring case.
    ///
    /// `*` matches any characters, also none, and `?` matches any one. Linear in the product of the
    /// lengths at worst, without recursion.
    package static func matches(_ text: String, pattern: String) -> Bool {
        let text = Array(text.lowercased())
        let pattern = Array(pattern.lowercased())
        var (position, next) = (0, 0)
        // The state to continue from if the last star has to match one character more.
        var retry: (position: Int, next: Int)?
        while position < text.count {
            if next < pattern.count, pattern[next] == "*" {
                retry = (position, next)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[position]
            {
                position += 1
                next += 1
            } else if let last = retry {
                retry = (last.position + 1, last.next)
                position = last.position + 1
                next = last.next + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
