/// The signs that RP-026 gives a meaning within lyric events: tags, command codes, ruby.
///
/// They are looked for only in files that have a tag: elsewhere a backslash begins a paragraph, as
/// in karaoke files.
struct LyricsMarkup {
    /// The text without tags and ruby.
    private(set) var text = ""
    /// The information about the music in it.
    private(set) var items: [(name: String, value: String)] = []

    /// Whether a text begins with a tag.
    static func isPresent(in text: String) -> Bool {
        let start = text.drop { $0.isWhitespace }
        return start.hasPrefix("{@") || start.hasPrefix("{#")
    }

    init(_ source: String) {
        var rest = source.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                plain.append(Self.character(ofCommand: &rest))
            case "{" where rest.first == "#":
                rest.removeFirst()
                addItem(Self.tag(&rest))
            case "{" where rest.first == "@":
                _ = Self.tag(&rest)
            case "[":
                // The reading of the characters before it: not to be sung again.
                rest = rest.drop { $0 != "]" }.dropFirst()
            default:
                plain.append(scalar)
            }
        }
        text = String(plain)
    }

    /// The meaning of a backslash and the character after it (section 3).
    private static func character(
        ofCommand rest: inout Substring.UnicodeScalarView
    ) -> Unicode.Scalar {
        switch rest.first {
        case "r":
            rest.removeFirst()
            return "\r"
        case "n":
            rest.removeFirst()
            return "\n"
        case "t":
            rest.removeFirst()
            return "\t"
        case "\\", "{", "}", "[", "]":
            return rest.removeFirst()
        default:
            return "\\"
        }
    }

    /// A tag's content: up to its end, or the beginning of the next where the end is missing.
    private static func tag(_ rest: inout Substring.UnicodeScalarView) -> String {
        var content = String.UnicodeScalarView()
        while let scalar = rest.first {
            if scalar == "{", rest.dropFirst().first == "#" { break }
            rest.removeFirst()
            if scalar == "}" { break }
            content.append(scalar)
        }
        return String(content)
    }

    private mutating func addItem(_ tag: String) {
        guard let equals = tag.firstIndex(of: "=") else { return }
        let value = tag[tag.index(after: equals)...].drop { $0.isWhitespace }
        items.append((String(tag[..<equals]), String(value)))
    }
}
