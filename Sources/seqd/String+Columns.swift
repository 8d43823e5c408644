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
    func suffix(ofColumns width: Int) -> String {
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
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        guard scalar.value >= 0x300 else { return 1 }
        if Self.isWide(scalar.value) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }

    private static func isWide(_ scalar: UInt32) -> Bool {
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(scalar)
    }

    /// The blocks of width W and F in Unicode's EastAsianWidth.txt in their order; coarsely, where
    /// nothing that is narrow stands between them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693,
        0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
        0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA,
        0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C,
        0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0,
        0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F1E6...0x1F1FF,
        0x1F300...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
