import TerminalUI
import Wording

/// The keys, shown until the next key, in pages where the window is small.
extension PlayerView {
    private struct Entry {
        var keys: String
        var effect: String
    }

    /// The columns between the two halves of the table.
    private static let gap = 3

    private var entries: [Entry] {
        let (left, right) = ability.isUnicode ? ("←", "→") : ("left", "right")
        let (up, down) = ability.isUnicode ? ("↑", "↓") : ("up", "down")
        return [
            Entry(keys: "space", effect: "pause, resume"),
            Entry(keys: "\(left) \(right)", effect: "seek by 5 s"),
            Entry(keys: "shift \(left) \(right)", effect: "seek by 30 s"),
            Entry(keys: "PgUp PgDn", effect: "seek by a bar"),
            Entry(keys: "\(up) \(down)", effect: "faster, slower"),
            Entry(keys: "backspace", effect: "normal speed"),
            Entry(keys: "[ ] \\", effect: "loop start, end, off"),
            Entry(keys: "n p", effect: "next, previous file"),
            Entry(keys: "r", effect: "restart"),
            Entry(keys: "1 2 … 9 0", effect: "mute channel 1 … 10"),
            Entry(keys: "! @ # $ % ^", effect: "mute channel 11 … 16"),
            Entry(keys: "s 1, s !", effect: "solo channel 1, 11"),
            Entry(keys: "s s", effect: "clear solo"),
            Entry(keys: "+ -", effect: "louder, softer"),
            Entry(keys: "m", effect: "metronome"),
            Entry(keys: "?", effect: "help, next page"),
            Entry(keys: "q", effect: "quit"),
        ].map { entry in
            guard !ability.isUnicode else { return entry }
            return Entry(
                keys: entry.keys.replacing("…", with: ".."),
                effect: entry.effect.replacing("…", with: "to")
            )
        }
    }

    /// The lines of a page; the last one is a hint if there are more pages.
    ///
    /// - Parameters:
    ///   - page: The page, from 0.
    ///   - width: The columns.
    ///   - rows: The rows of the window that are free.
    /// - Returns: The lines; those of the last page if there is no such page.
    func helpLines(page: Int, width: Int, rows: Int) -> [ViewLine] {
        let lines = helpLines(width: width)
        let count = helpPageCount(width: width, rows: rows)
        guard count > 0 else { return [] }
        // The window may have grown since.
        let page = min(max(page, 0), count - 1)
        let perPage = Self.linesPerPage(of: lines.count, rows: rows)
        var shown = Array(lines.dropFirst(page * perPage).prefix(perPage))
        if page + 1 < count, shown.count < rows {
            let more = ability.isUnicode ? "… more: ?" : ".. more: ?"
            shown.append(ViewLine(ability.cut("\(more)  (\(page + 1)/\(count))", to: width), .dim))
        }
        return shown
    }

    /// The number of pages in a window with a width and a number of free rows.
    func helpPageCount(width: Int, rows: Int) -> Int {
        guard width > 0, rows > 0 else { return 0 }
        let count = helpLines(width: width).count
        let perPage = Self.linesPerPage(of: count, rows: rows)
        return (count + perPage - 1) / perPage
    }

    /// The number of lines on a page: one less than there are rows, for the hint.
    private static func linesPerPage(of count: Int, rows: Int) -> Int {
        count <= rows ? max(count, 1) : max(rows - 1, 1)
    }

    private func helpLines(width: Int) -> [ViewLine] {
        let entries = entries
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
