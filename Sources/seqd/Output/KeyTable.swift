import TerminalUI
import Wording

/// The keys of a view and their effects, in pages where the window is small.
struct KeyTable {
    /// A row of the table.
    struct Entry {
        /// The keys.
        var keys: String
        /// The effect, in a few words.
        var effect: String
    }

    private let ability: TerminalAbility
    private let entries: [Entry]

    /// The columns between the two halves of the table.
    private static let gap = 3

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - entries: The rows, with `…` also for terminals that take only ASCII.
    ///   - ability: The terminal's ability.
    init(_ entries: [Entry], _ ability: TerminalAbility) {
        self.ability = ability
        self.entries = entries.map { entry in
            guard !ability.isUnicode else { return entry }
            return Entry(
                keys: entry.keys.replacing("…", with: ".."),
                effect: entry.effect.replacing("…", with: "to")
            )
        }
    }

    /// The text of the key that turns to the next page.
    private var hint: String { ability.isUnicode ? "… more: ?" : ".. more: ?" }

    /// The lines of a page; the last one is a hint if there are more pages.
    ///
    /// - Parameters:
    ///   - page: The page, from 0.
    ///   - width: The columns.
    ///   - rows: The rows of the window that are free.
    /// - Returns: The lines; those of the last page if there is no such page.
    func lines(page: Int, width: Int, rows: Int) -> [ViewLine] {
        let lines = lines(width: width)
        let count = pageCount(width: width, rows: rows)
        guard count > 0 else { return [] }
        // The window may have grown since.
        let page = min(max(page, 0), count - 1)
        let perPage = Self.linesPerPage(of: lines.count, rows: rows)
        var shown = Array(lines.dropFirst(page * perPage).prefix(perPage))
        if page + 1 < count, shown.count < rows {
            let text = ability.cut("\(hint)  (\(page + 1)/\(count))", to: width)
            shown.append(ViewLine(text, .dim))
        }
        return shown
    }

    /// The number of pages in a window with a width and a number of free rows.
    func pageCount(width: Int, rows: Int) -> Int {
        guard width > 0, rows > 0 else { return 0 }
        let count = lines(width: width).count
        let perPage = Self.linesPerPage(of: count, rows: rows)
        return (count + perPage - 1) / perPage
    }

    /// The number of lines on a page: one less than there are rows, for the hint.
    private static func linesPerPage(of count: Int, rows: Int) -> Int {
        count <= rows ? max(count, 1) : max(rows - 1, 1)
    }

    private func lines(width: Int) -> [ViewLine] {
        let keys = entries.map(\.keys.columns).max() ?? 0
        let column = keys + 2 + (entries.map(\.effect.columns).max() ?? 0)
        let perColumn = 2 * column + Self.gap <= width ? (entries.count + 1) / 2 : entries.count
        return (0..<perColumn).map { row in
            var line = ViewLine()
            for index in stride(from: row, to: entries.count, by: perColumn) {
                if index > row {
                    let used = line.columns
                    line.append(String(repeating: " ", count: max(column + Self.gap - used, 1)))
                }
                let entry = entries[index]
                let room = width - line.columns
                let text = ability.cut(entry.keys.padded(to: keys), to: room)
                line.append(text, .strong)
                line.append(ability.cut("  " + entry.effect, to: room - text.columns))
            }
            return line
        }
    }
}
