/// The songs that `find` and `search` want, as their arguments describe them.
package indirect enum MPDFilter: Hashable, Sendable {
    /// A text of a song.
    package enum Field: Hashable, Sendable {
        case file
        case tag(MPDSong.Tag)
        /// Any of the texts.
        case any
        /// A tag that no song has.
        case none
    }

    /// How texts are compared.
    package enum Match: Hashable, Sendable {
        case equal, contains, startsWith
    }

    case text(Field, Match, String, ignoresCase: Bool)
    /// The songs in a folder.
    case base(String)
    case not(MPDFilter)
    case all([MPDFilter])

    /// Reads the arguments of a command: an expression in parentheses, or pairs of a tag and a text.
    ///
    /// - Parameters:
    ///   - arguments: The arguments; `sort`, `window` and `group` with their values have been removed.
    ///   - isSearch: Whether a part of a text is enough, and case does not matter.
    /// - Throws: 2 for anything else.
    package init(_ arguments: [String], isSearch: Bool) throws(MPDFault) {
        var parts: [MPDFilter] = []
        var rest = arguments[...]
        while let first = rest.popFirst() {
            if first.hasPrefix("(") {
                var parser = MPDFilterParser(first, ignoresCase: isSearch)
                parts.append(try parser.filter())
                continue
            }
            let field = try Self.field(first)
            guard let value = rest.popFirst() else {
                throw MPDFault(.argument, "Incorrect number of filter arguments")
            }
            parts.append(
                first.lowercased() == "base"
                    ? .base(value)
                    : .text(field, isSearch ? .contains : .equal, value, ignoresCase: isSearch)
            )
        }
        self = parts.count == 1 ? parts[0] : .all(parts)
    }

    /// The field of a name.
    ///
    /// - Throws: 2 for one that MPD does not have either.
    package static func field(_ name: String) throws(MPDFault) -> Field {
        switch name.lowercased() {
        case "file", "filename": return .file
        case "any": return .any
        case "base": return .none
        default: break
        }
        if let tag = MPDSong.Tag(named: name) { return .tag(tag) }
        guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F }),
            !name.isEmpty, !name.lowercased().hasSuffix("since")
        else { throw MPDFault(.argument, "Unknown filter type: \(name.prefix(64))") }
        return .none
    }

    /// Whether a song is wanted.
    package func matches(_ song: MPDSong) -> Bool {
        switch self {
        case .all(let filters): return filters.allSatisfy { $0.matches(song) }
        case .not(let filter): return !filter.matches(song)
        case .base(let folder):
            return folder.isEmpty || song.file == folder || song.file.hasPrefix(folder + "/")
        case .text(let field, let match, let text, let ignoresCase):
            return Self.texts(field, of: song).contains { value in
                Self.fits(value, match, text, ignoresCase)
            }
        }
    }

    private static func texts(_ field: Field, of song: MPDSong) -> [String] {
        switch field {
        case .file: [song.file]
        case .tag(let tag): [song.tags[tag] ?? ""]
        case .any: [song.file] + song.tags.values
        case .none: [""]
        }
    }

    private static func fits(
        _ value: String,
        _ match: Match,
        _ text: String,
        _ ignoresCase: Bool
    ) -> Bool {
        let value = ignoresCase ? value.lowercased() : value
        let text = ignoresCase ? text.lowercased() : text
        return switch match {
        case .equal: value == text
        case .contains: value.contains(text)
        case .startsWith: value.hasPrefix(text)
        }
    }
}
