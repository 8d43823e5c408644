import Sequencer
import TerminalUI
import Wording

/// The line with the position.
extension PlayerView {
    /// The columns of the shortest progress bar that is useful.
    private static let minimumBar = 6

    func timeLine(_ snapshot: PlayerSnapshot, width: Int) -> ViewLine {
        let style: ViewLine.Style = snapshot.state == .paused ? .warning : .plain
        let mark = mark(snapshot.state)
        let total = snapshot.totalSeconds.map(Self.clock)
        let time = Self.clock(snapshot.seconds).padded(to: total?.columns ?? 0, onLeft: true)
        var line = ViewLine()
        // The time is shown also if nothing else fits.
        guard mark.columns + 1 + time.columns <= width else {
            line.append(ability.cut(time, to: width), style)
            return line
        }
        var used = mark.columns + 1 + time.columns
        let separator = " / "
        let position = position(snapshot)
        // A count-in is more important than the rest.
        let isFirst = snapshot.countIn > 0 && used + (position?.columns ?? 0) <= width
        if isFirst { used += position?.columns ?? 0 }
        let showsTotal = used + separator.columns + (total?.columns ?? 0) <= width
        if let total, showsTotal { used += separator.columns + total.columns }
        let showsPosition = isFirst || used + (position?.columns ?? 0) <= width
        if let position, showsPosition, !isFirst { used += position.columns }

        line.append(mark + " ", style)
        if let position, showsPosition { line.append(position, style) }
        line.append(time, style)
        guard let total, showsTotal else { return line }
        // The bar replaces the slash.
        let bar = width - used + 1
        if bar >= Self.minimumBar {
            line.append(" ")
            line.append(progressBar(snapshot).line(columns: bar))
            line.append(" ")
        } else {
            line.append(separator, .dim)
        }
        line.append(total, .dim)
        return line
    }

    /// The bar and beat, or the beats of the count-in, with the blanks before the time.
    private func position(_ snapshot: PlayerSnapshot) -> String? {
        if snapshot.countIn > 0 { return "count-in \(snapshot.countIn)  " }
        return snapshot.position.map { ability.shown($0).padded(to: 5, onLeft: true) + "  " }
    }

    private func progressBar(_ snapshot: PlayerSnapshot) -> ProgressBar {
        let total = snapshot.totalSeconds ?? 0
        return ProgressBar(
            fraction: total > 0 ? snapshot.seconds / total : 0,
            start: snapshot.loop?.start,
            end: snapshot.loop?.end,
            isUnicode: ability.isUnicode
        )
    }

    private func mark(_ state: PlayerSnapshot.State) -> String {
        switch state {
        case .playing: ability.isUnicode ? "▶ " : "> "
        case .paused: ability.isUnicode ? "❚❚" : "||"
        case .stopped: ability.isUnicode ? "■ " : "[]"
        case .loading: ability.isUnicode ? "… " : ".."
        }
    }

    /// A time to a tenth of a second.
    private static func clock(_ seconds: Double) -> String {
        TimeText.text(seconds: min(seconds, 359_999), decimals: 1...1)
    }
}
