import ControlProtocol
import TerminalUI
import Wording

/// Further facts about the daemon, in windows with room for them.
extension MonitorView {
    /// The lines, with a title.
    func daemonLines(_ model: MonitorModel, width: Int) -> [ViewLine] {
        guard let status = model.status else { return [] }
        var facts: [(String, String)] = []
        if let times = status.renderTimes {
            let text =
                "median \(Self.percent(times.median)), 99 % below \(Self.percent(times.percentile99)), "
                + "longest \(Self.percent(times.longest)), late \(times.late)"
            facts.append(("render time", text))
        }
        facts.append(("device", "\(status.device) (\(status.output.text)), \(status.rate) Hz"))
        if let settings = status.deviceSettings {
            let latency = NumberText.decimal((settings.latencySeconds * 10_000).rounded() / 10)
            let text =
                "period \(settings.period), buffer \(settings.buffer) frames, \(settings.format), "
                + "\(latency) ms"
            facts.append(("", text))
        }
        for device in status.furtherDevices {
            let name = "\(device.name) (\(device.output.text)), xruns \(device.xruns)"
            facts.append(("device", name))
        }
        for (index, font) in status.fonts.enumerated() {
            facts.append((index == 0 ? "SoundFont" : "", Self.name(ofPath: font)))
        }
        if let engine = status.engineText { facts.append(("engine", engine)) }
        if !status.substitutions.isEmpty {
            facts.append(("missing presets", "\(status.substitutions.count)"))
        }
        for (index, waiting) in status.waiting.enumerated() {
            let text = "\(waiting.command) at \(waiting.position)"
            facts.append((index == 0 ? "scheduled" : "", text))
        }
        let sources = status.sources.isEmpty ? "none" : status.sources.joined(separator: ", ")
        facts.append(("MIDI sources", sources))
        facts.append(("clients", "\(status.clients)"))
        let title = ViewLine.rule("Daemon", width: width, ability)
        return [title]
            + facts.map { name, value in
                var line = ViewLine("  " + name.padded(to: 16), .dim)
                line.append(ability.cut(ability.shown(value), to: max(width - line.columns, 0)))
                return line.limited(to: width, ability)
            }
    }

    /// A fraction of the available time in percent, to a tenth below 10 %.
    private static func percent(_ fraction: Double) -> String {
        let percent = min(max(fraction, 0), 1e6) * 100
        let rounded = percent < 10 ? (percent * 10).rounded() / 10 : percent.rounded()
        return "\(NumberText.decimal(rounded)) %"
    }
}
