import Glibc
import MIDI
import Sequencer
import TerminalUI
import Wording

/// A row of a view for a track: number, mute and solo, name, preset, velocity and held notes.
struct TrackRow: Hashable, Sendable {
    /// The text at the left: a number, or keys.
    var label: String
    var name: String
    /// The preset; `nil` for none.
    var preset: String?
    var isMuted = false
    var isSoloed = false
    /// The notes that are held, from the lowest key.
    var notes: [ListedTrack.Note] = []

    /// The least columns of a row that names the preset too.
    private static let presetColumns = 66
    /// The columns of the preset, of which the wider ones hold each name of General MIDI.
    private static func presetWidth(in width: Int) -> Int { width >= 90 ? 24 : 20 }
    private static let meterWidth = 8

    /// The row as a line.
    ///
    /// - Parameters:
    ///   - ability: The ability of the terminal.
    ///   - isSelected: Whether it stands out.
    ///   - width: The columns of the line.
    /// - Returns: The line.
    func line(_ ability: TerminalAbility, isSelected: Bool = false, width: Int) -> ViewLine {
        var line = ViewLine(label.padded(to: 3, onLeft: true) + " ", .dim)
        line.append(isMuted: isMuted, isSoloed: isSoloed)
        let nameWidth = min(max(width / 4, 8), 28)
        line.append(name, to: nameWidth, isSelected ? .strong : .plain, ability)
        if width >= Self.presetColumns {
            let preset = preset == name ? "" : preset ?? ""
            line.append(preset, to: Self.presetWidth(in: width), .dim, ability)
        }
        if width >= line.columns + Self.meterWidth + 1 {
            let velocity = notes.map(\.velocity).max() ?? 0
            let meter = LevelMeter(level: Self.level(velocity), isUnicode: ability.isUnicode)
            line.append(meter.line(columns: Self.meterWidth))
            line.append(" ")
        }
        let keys = notes.map { NoteName.text($0.key) }.joined(separator: " ")
        let room = max(width - line.columns, 0)
        line.append(ability.cut(keys, to: room), isMuted ? .dim : .plain)
        return line.limited(to: width, ability)
    }

    /// The level that General MIDI recommends for a velocity, in dB; −infinity for 0.
    private static func level(_ velocity: UInt8) -> Double {
        velocity > 0 ? 40 * log10(Double(velocity) / 127) : -.infinity
    }
}
