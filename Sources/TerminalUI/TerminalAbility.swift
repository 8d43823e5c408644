import Wording

/// The abilities of a terminal according to its environment.
package struct TerminalAbility: Hashable, Sendable {
    /// Whether it takes UTF-8; otherwise only ASCII is sent.
    package var isUnicode: Bool
    /// Whether colours are wanted.
    package var isColoured: Bool
    /// Whether it has xterm's 256 colours.
    package var hasPalette = false
    /// Whether the cursor can be moved, as lines that stay in place need it.
    package var isMovable: Bool

    /// Makes a value.
    package init(isUnicode: Bool = true, isColoured: Bool = true, isMovable: Bool = true) {
        self.isUnicode = isUnicode
        self.isColoured = isColoured
        self.isMovable = isMovable
    }

    /// Reads the environment: the locale's variables in the order of locale(7), `TERM`, and
    /// `NO_COLOR` (no-color.org: set and not empty).
    ///
    /// - Parameter variable: Returns the value of a variable; `nil` if it is not set.
    package init(environment variable: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        let codeset = locale?.lowercased() ?? ""
        isUnicode = codeset.contains("utf-8") || codeset.contains("utf8")
        let term = variable("TERM") ?? ""
        isMovable = !term.isEmpty && term != "dumb"
        isColoured = isMovable && (variable("NO_COLOR") ?? "").isEmpty
        let colours = variable("COLORTERM") ?? ""
        hasPalette =
            isColoured && (term.contains("256color") || ["truecolor", "24bit"].contains(colours))
    }

    /// A text from a file, ready to be shown: without control characters, at most so many code
    /// points, and with `?` for other characters if the terminal takes only ASCII.
    package func shown(_ text: String, maximum: Int = 1_000) -> String {
        let scalars = text.unicodeScalars.prefix(maximum)
        let printable = String(String.UnicodeScalarView(scalars)).printable
        guard !isUnicode else { return printable }
        return String(printable.map { $0.isASCII ? $0 : Self.plain[$0] ?? "?" })
    }

    /// The ASCII characters for those of our own messages.
    private static let plain: [Character: Character] = ["×": "x", "–": "-", "−": "-", "…": "~"]

    /// A text cut to a number of columns, with a mark if something is missing.
    package func cut(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        let cut = text.cut(to: columns)
        return isUnicode || cut == text ? cut : String(cut.dropLast()) + "~"
    }
}
