import ControlProtocol
import Racks
import TerminalUI
import Wording

/// The rows of strips.
extension MonitorView {
    /// The least columns of a row that has pan, and of one that has the sends too.
    private static let panColumns = 46
    private static let sendColumns = 90

    /// A strip: mute and solo, name, gain, pan, sends, the levels of both sides, and the held peak.
    func line(of strip: StripEntry, _ isSelected: Bool, width: Int) -> ViewLine {
        var line = ViewLine()
        line.append(isMuted: strip.isMuted, isSoloed: strip.isSoloed)
        let nameWidth = min(max(width / 4, 8), 24)
        line.append(strip.name, to: nameWidth, isSelected ? .strong : .plain, ability)
        line.append(decibels(strip.gain) + " dB ")
        if width >= Self.panColumns {
            line.append(Self.pan(strip.pan).padded(to: 5, onLeft: true) + " ")
        }
        if width >= Self.sendColumns {
            line.append(
                "rev \(decibels(strip.reverbSend)) cho \(decibels(strip.chorusSend)) ",
                .dim
            )
        }
        let held = max(strip.heldPeak.left, strip.heldPeak.right)
        let text = PlayerView(ability).level(held)
        let room = width - line.columns - text.columns - 1
        // Two meters with a gap, each of the same width.
        let columns = min((room - 1) / 2, 20)
        guard columns >= 2 else { return line.limited(to: width, ability) }
        line.append(meter(strip.peak.left, strip.heldPeak.left).line(columns: columns))
        line.append(" ")
        line.append(meter(strip.peak.right, strip.heldPeak.right).line(columns: columns))
        line.append(" " + text, held > 0 ? .alarm : .dim)
        return line.limited(to: width, ability)
    }

    private func meter(_ level: Double, _ held: Double) -> LevelMeter {
        LevelMeter(level: level, held: held, isUnicode: ability.isUnicode)
    }

    /// A gain to a tenth with its sign, always as wide as `-60.0`.
    private func decibels(_ gain: Double) -> String {
        guard gain > -99.95 else {
            return (ability.isUnicode ? "-∞" : "-inf").padded(to: 5, onLeft: true)
        }
        let tenths = Int((min(gain, 99.9) * 10).rounded())
        let sign = tenths < 0 ? "-" : tenths > 0 ? "+" : ""
        return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
            .padded(to: 5, onLeft: true)
    }

    /// `L30`, `C` or `R100`.
    private static func pan(_ pan: Double) -> String {
        let whole = Int(pan.rounded())
        return whole == 0 ? "C" : whole < 0 ? "L\(-whole)" : "R\(whole)"
    }
}
