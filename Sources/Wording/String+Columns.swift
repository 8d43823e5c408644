extension String {
    /// The columns that the text takes on a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text with spaces added up to a width.
    package func padded(to width: Int, onLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(width - columns, 0))
        return onLeft ? spaces + self : self + spaces
    }

    /// The text, cut and marked by `…` if it is wider than `width`.
    package func cut(to width: Int) -> String {
        guard width > 0 else { return "" }
        guard columns > width else { return self }
        var kept = ""
        var left = width - 1
        for character in self {
            left -= character.columns
            if left < 0 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The end of the text that takes at most `width` columns.
    package func suffix(ofColumns width: Int) -> String {
        var left = width
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            left -= self[before].columns
            if left < 0 { break }
            start = before
        }
        return String(self[start...])
    }

    /// The text in lines of at most `width` columns, broken at spaces; a longer word is cut.
    package func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            let word = String(word).cut(to: width)
            if !line.isEmpty && line.columns + 1 + word.columns > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
