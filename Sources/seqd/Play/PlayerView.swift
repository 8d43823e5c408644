import TerminalUI
import Wording

/// The live view of the player: a snapshot as lines.
///
/// There are two lines, with the position and with the sound; in a wide window, and in a window of one
/// row, they are one. Lyrics stand above them; below are the help, or in a large window the tracks. Parts
/// that do not fit are left out, the least important first. No line reaches the last column, where a
/// terminal would wrap it.
struct PlayerView: Sendable {
    let ability: TerminalAbility

    /// The columns of the narrowest window in which one line holds all.
    static let wideColumns = 160
    /// The columns of the narrowest line that holds the position and the sound.
    private static let halvedColumns = 60

    /// Makes a view for a terminal with an ability.
    init(_ ability: TerminalAbility) {
        self.ability = ability
    }

    /// The lines of a snapshot: no more than there are rows, each narrower than the window.
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
            lines += keyTable.lines(page: page, width: width, rows: rows - lines.count)
        } else if Self.hasRoomForTracks(columns: columns, rows: rows) {
            lines += trackLines(snapshot.tracks, width: width, rows: rows / 2)
        }
        return lines
    }

    /// The number of pages that the help of a snapshot has in a window.
    func helpPageCount(_ snapshot: PlayerSnapshot, columns: Int, rows: Int) -> Int {
        var snapshot = snapshot
        snapshot.helpPage = nil
        let used = lines(snapshot, columns: columns, rows: rows).count
        return keyTable.pageCount(width: columns - 1, rows: rows - used)
    }

    private func statusLines(_ snapshot: PlayerSnapshot, width: Int, rows: Int) -> [ViewLine] {
        guard width + 1 >= Self.wideColumns || rows == 1 else {
            return [timeLine(snapshot, width: width), soundLine(snapshot, width: width)]
        }
        guard width >= Self.halvedColumns else {
            guard let notice = snapshot.notice else { return [timeLine(snapshot, width: width)] }
            let text = ability.shown(notice)
            return [ViewLine(ability.cut(text, to: width), .strong)]
        }
        // The halves have a fixed width, so that parts that come and go do not move the rest.
        var line = timeLine(snapshot, width: width / 2)
        line.append(String(repeating: " ", count: width / 2 - line.columns + 2))
        line.append(soundLine(snapshot, width: width - width / 2 - 2))
        return [line]
    }

    /// The line of lyrics; a line that is too long moves with the singer.
    func lyricLine(_ lyric: LyricLine.State, width: Int) -> ViewLine {
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
