import ControlProtocol
import Sequencer
import TerminalUI
import Wording

/// The rows of the panels.
extension MonitorView {
    /// A track as a row.
    func row(of track: ListedTrack, _ model: MonitorModel) -> TrackRow {
        TrackRow(
            label: "\(track.number)",
            name: track.name,
            preset: model.programs.first { $0.isFor(track) }?.name ?? track.preset,
            isMuted: model.isMuted(track),
            isSoloed: model.isSoloed(track),
            notes: model.notes(of: track)
        )
    }

    /// An entry of the queue: number, mark of the current one, name and length.
    func line(
        ofEntry row: Int,
        _ model: MonitorModel,
        _ isSelected: Bool,
        width: Int
    ) -> ViewLine {
        let entry = model.queue.entries[row]
        let digits = "\(model.queue.entries.count)".columns
        let isCurrent = model.queue.current == row + 1
        let mark = isCurrent ? (ability.isUnicode ? "▶" : "*") : " "
        var line = ViewLine("\(row + 1)".padded(to: max(digits, 3), onLeft: true) + " ", .dim)
        line.append(mark + " ")
        let length = TimeText.text(seconds: entry.seconds, decimals: 0...0)
        let room = width - line.columns - length.columns - 1
        guard room >= 8 else {
            line.append(ability.cut(ability.shown(Self.name(ofPath: entry.path)), to: width - 6))
            return line.limited(to: width, ability)
        }
        let style: ViewLine.Style = isSelected || isCurrent ? .strong : .plain
        line.append(Self.name(ofPath: entry.path), to: room, style, ability)
        line.append(length, .dim)
        return line.limited(to: width, ability)
    }
}
