extension String {
    /// The text on one line and without anything that a terminal would obey.
    ///
    /// What a file says of itself may be anything. Control and bidirectional formatting
    /// characters become a space each.
    var printable: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
                    // The bidirectional marks, embeddings, overrides and isolates.
                    case .format where scalar.properties.isBidiControl: " "
                    default: scalar
                    }
                }
            )
        )
    }

    /// The columns that the text takes on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text with spaces added up to a width.
    func padded(to width: Int, onLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(width - columns, 0))
        return onLeft ? spaces + self : self + spaces
    }

    /// The text, cut and marked by `…` where it is wider than `width`.
    func cut(to width: Int) -> String {
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

    /// The text in lines of at most `width` columns, broken at spaces; a longer word is cut.
    func wrapped(to width: Int) -> [String] {
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

extension Character {
    /// 2 for the wide characters of East Asia and for emoji, 0 for a lone mark, else 1.
    ///
    /// The ranges are the assigned blocks of width W and F in Unicode's EastAsianWidth.txt,
    /// coarsely.
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case ..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F6FF,
            0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }
}
