import TerminalUI
import Wording

/// The live view of the player: what it shows at a snapshot, as lines.
///
/// Two lines: where it is, and how it sounds; one where the window is wide or has one row only.
/// Lyrics stand above them and the help below. What does not fit is left out, the least important
/// first, and no line ever reaches the last column: there a terminal would wrap it.
struct PlayerView: Sendable {
    let ability: TerminalAbility

    /// From so many columns on one line holds all.
    static let wideColumns = 160
    /// Below so many columns one line holds either of both.
    private static let halvedColumns = 60

    /// Makes a view for a terminal's ability.
    init(_ ability: TerminalAbility) {
        self.ability = ability
    }

    /// The lines of a snapshot: at most as many as there are rows, each narrower than the window.
    func lines(_ snapshot: PlayerSnapshot, columns: Int, rows: Int) -> [ViewLine] {
        let width = columns - 1
        guard width > 0, rows > 0 else { return [] }
        let status = statusLines(snapshot, width: width, rows: rows)
        var lines: [ViewLine] = []
        if let lyric = snapshot.lyric, rows > status.count {
            lines.append(lyricLine(lyric, width: width))
        }
        lines += status
        if let page = snapshot.helpPage {
            lines += helpLines(page: page, width: width, rows: rows - lines.count)
        }
        return lines
    }

    /// How many pages the help of a snapshot has in a window of this size.
    func helpPageCount(_ snapshot: PlayerSnapshot, columns: Int, rows: Int) -> Int {
        var snapshot = snapshot
        snapshot.helpPage = nil
        let used = lines(snapshot, columns: columns, rows: rows).count
        return helpPageCount(width: columns - 1, rows: rows - used)
    }

    private func statusLines(_ snapshot: PlayerSnapshot, width: Int, rows: Int) -> [ViewLine] {
        guard width + 1 >= Self.wideColumns || rows == 1 else {
            return [timeLine(snapshot, width: width), soundLine(snapshot, width: width)]
        }
        guard width >= Self.halvedColumns else {
            guard let message = snapshot.message else { return [timeLine(snapshot, width: width)] }
            let text = ability.shown(message)
            return [ViewLine(ability.cut(text, to: width), .strong)]
        }
        // Halves of a fixed width: what comes and goes does not move the rest.
        var line = timeLine(snapshot, width: width / 2)
        line.append(String(repeating: " ", count: width / 2 - line.columns + 2))
        line.append(soundLine(snapshot, width: width - width / 2 - 2))
        return [line]
    }

    /// The line that is sung.
    ///
    /// Where it is too long, it moves with the singer.
    private func lyricLine(_ lyric: LyricLine.State, width: Int) -> ViewLine {
        var sung = ability.shown(lyric.sung)
        var rest = ability.shown(lyric.rest)
        while sung.first?.isWhitespace ?? false { sung.removeFirst() }
        if sung.isEmpty { while rest.first?.isWhitespace ?? false { rest.removeFirst() } }
        // Without colour a bar stands between both.
        let mark = ability.isColoured || sung.isEmpty || rest.isEmpty ? "" : "|"
        let room = width - mark.columns
        if sung.columns + rest.columns > room {
            let kept = max(room * 2 / 3, room - rest.columns)
            sung = sung.suffix(ofColumns: kept)
            rest = ability.cut(rest, to: room - sung.columns)
        }
        var line = ViewLine(sung, .strong)
        line.append(mark)
        line.append(rest, .dim)
        return line
    }
}
