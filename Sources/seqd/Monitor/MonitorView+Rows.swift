import ControlProtocol
import Glibc
import MIDI
import Sequencer
import TerminalUI
import Wording

/// The rows of the panels.
extension MonitorView {
    /// The least columns of a row that names the preset too.
    private static let presetColumns = 66
    private static let presetWidth = 20
    private static let meterWidth = 8

    /// A track: number, mute and solo, name, preset, velocity and held notes.
    func line(
        of track: MonitorTracks.Track,
        _ model: MonitorModel,
        _ isSelected: Bool,
        width: Int
    ) -> ViewLine {
        var line = ViewLine("\(track.number)".padded(to: 3, onLeft: true) + " ", .dim)
        append(&line, isMuted: model.isMuted(track), isSoloed: model.isSoloed(track))
        let nameWidth = min(max(width / 4, 8), 28)
        append(&line, track.name, to: nameWidth, isSelected ? .strong : .plain)
        if width >= Self.presetColumns {
            let preset = track.preset == track.name ? "" : track.preset ?? ""
            append(&line, preset, to: Self.presetWidth, .dim)
        }
        let notes = model.notes(of: track)
        if width >= line.columns + Self.meterWidth + 1 {
            let velocity = notes.map(\.velocity).max() ?? 0
            let meter = LevelMeter(level: Self.level(velocity), isUnicode: ability.isUnicode)
            line.append(meter.line(columns: Self.meterWidth))
            line.append(" ")
        }
        let keys = notes.map { NoteName.text($0.key) }.joined(separator: " ")
        let style: ViewLine.Style = model.isMuted(track) ? .dim : .plain
        line.append(ability.cut(keys, to: max(width - line.columns, 0)), style)
        return Self.limited(line, width, ability)
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
            return Self.limited(line, width, ability)
        }
        let style: ViewLine.Style = isSelected || isCurrent ? .strong : .plain
        append(&line, Self.name(ofPath: entry.path), to: room, style)
        line.append(length, .dim)
        return Self.limited(line, width, ability)
    }

    /// Adds the letters of mute and solo.
    func append(_ line: inout ViewLine, isMuted: Bool, isSoloed: Bool) {
        line.append(isMuted ? "M" : " ", .warning)
        line.append(isSoloed ? "S" : " ", .warning)
        line.append(" ")
    }

    /// Adds a text in a column of a fixed width, and a space.
    func append(_ line: inout ViewLine, _ text: String, to width: Int, _ style: ViewLine.Style) {
        let cut = ability.cut(ability.shown(text), to: width)
        line.append(cut.padded(to: width), style)
        line.append(" ")
    }

    /// A line that is not wider than its room: else its text without styles, cut.
    static func limited(_ line: ViewLine, _ width: Int, _ ability: TerminalAbility) -> ViewLine {
        guard line.columns > width else { return line }
        return ViewLine(ability.cut(line.plainText, to: max(width, 0)))
    }

    /// The level that General MIDI recommends for a velocity, in dB; −infinity for 0.
    private static func level(_ velocity: UInt8) -> Double {
        velocity > 0 ? 40 * log10(Double(velocity) / 127) : -.infinity
    }
}
