/// Reads a filter in parentheses: `((artist == "X") AND (!(title contains "y")))`.
struct MPDFilterParser {
    private static let deepest = 16

    private var rest: Substring
    private let ignoresCase: Bool
    private var depth = 0

    init(_ text: String, ignoresCase: Bool) {
        rest = text[...]
        self.ignoresCase = ignoresCase
    }

    /// Reads all of the text.
    ///
    /// - Throws: 2 for a text that is not a filter.
    mutating func filter() throws(MPDFault) -> MPDFilter {
        let filter = try expression()
        skipBlanks()
        guard rest.isEmpty else { throw Self.fault("Unparsed garbage after expression") }
        return filter
    }

    private static func fault(_ message: String) -> MPDFault { MPDFault(.argument, message) }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    private mutating func take(_ text: String) -> Bool {
        skipBlanks()
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func word() -> String {
        skipBlanks()
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func expression() throws(MPDFault) -> MPDFilter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw Self.fault("the filter is nested too deeply") }
        guard take("(") else { throw Self.fault("'(' expected") }
        let filter: MPDFilter
        if take("!") {
            filter = .not(try expression())
        } else {
            skipBlanks()
            filter = try rest.first == "(" ? conjunction() : comparison()
        }
        guard take(")") else { throw Self.fault("')' expected") }
        return filter
    }

    private mutating func conjunction() throws(MPDFault) -> MPDFilter {
        var parts = [try expression()]
        while take("AND") { parts.append(try expression()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func comparison() throws(MPDFault) -> MPDFilter {
        let name = word()
        let field = try MPDFilter.field(name)
        if name.lowercased() == "base" { return .base(try value()) }
        let isNegated: Bool
        let match: MPDFilter.Match
        if take("==") {
            (match, isNegated) = (.equal, false)
        } else if take("!=") {
            (match, isNegated) = (.equal, true)
        } else if take("!contains") {
            (match, isNegated) = (.contains, true)
        } else if take("contains") {
            (match, isNegated) = (.contains, false)
        } else if take("starts_with") {
            (match, isNegated) = (.startsWith, false)
        } else {
            throw Self.fault("'==', '!=', 'contains' or 'starts_with' expected")
        }
        let filter = MPDFilter.text(field, match, try value(), ignoresCase: ignoresCase)
        return isNegated ? .not(filter) : filter
    }

    private mutating func value() throws(MPDFault) -> String {
        skipBlanks()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            throw Self.fault("Quoted string expected")
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            if character == "\\", let next = rest.popFirst() {
                text.append(next)
            } else {
                text.append(character)
            }
        }
        throw Self.fault("Closing quote not found")
    }
}
