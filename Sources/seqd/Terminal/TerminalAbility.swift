import Wording

/// What the terminal can show, as its environment says.
struct TerminalAbility: Hashable, Sendable {
    /// Whether it takes UTF-8; else ASCII is all that is sent.
    var isUnicode: Bool
    /// Whether colours are wanted.
    var isColoured: Bool
    /// Whether the cursor can be moved: a live view is possible.
    var isMovable: Bool

    /// Makes an ability.
    init(isUnicode: Bool = true, isColoured: Bool = true, isMovable: Bool = true) {
        self.isUnicode = isUnicode
        self.isColoured = isColoured
        self.isMovable = isMovable
    }

    /// Reads the environment: the locale's variables in the order of locale(7), `TERM`, and
    /// `NO_COLOR` (no-color.org: set to anything but nothing).
    ///
    /// - Parameter variable: Gives the value of a variable, `nil` where it is not set.
    init(environment variable: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        let codeset = locale?.lowercased() ?? ""
        isUnicode = codeset.contains("utf-8") || codeset.contains("utf8")
        let term = variable("TERM") ?? ""
        isMovable = !term.isEmpty && term != "dumb"
        isColoured = isMovable && (variable("NO_COLOR") ?? "").isEmpty
    }

    /// A text from a file as it may be shown: nothing that the terminal would obey, at most so many
    /// code points, and a `?` for what is not ASCII where that is all that it takes.
    func shown(_ text: String, maximum: Int = 1_000) -> String {
        let scalars = text.unicodeScalars.prefix(maximum)
        let printable = String(String.UnicodeScalarView(scalars)).printable
        guard !isUnicode else { return printable }
        return String(printable.map { $0.isASCII ? $0 : Self.plain[$0] ?? "?" })
    }

    /// What stands for the signs of our own messages.
    private static let plain: [Character: Character] = ["×": "x", "–": "-", "−": "-", "…": "~"]

    /// A text cut to so many columns, with a mark where something is missing.
    func cut(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        let cut = text.cut(to: columns)
        return isUnicode || cut == text ? cut : String(cut.dropLast()) + "~"
    }
}
