import ControlProtocol
import Sequencer
import Wording

/// The state of a daemon in three lines: file, position and settings.
struct StatusSummary {
    private let status: DaemonStatus

    /// Makes the summary of a status.
    init(_ status: DaemonStatus) { self.status = status }

    /// The lines.
    var lines: [String] { [what, place, sound] }

    /// The file.
    private var what: String {
        if let file = status.file { return file.printable }
        guard status.entries > 0 else { return "no file: the queue is empty" }
        return "no file loaded: \(NumberText.count(status.entries, "file")) in the queue"
    }

    /// The state, the place in the queue and the position.
    private var place: String {
        var parts = ["[\(status.state.rawValue)]"]
        if let practising = status.practising {
            if let keys = practising.keys { parts.append("waiting for \(keys)") }
            if let key = practising.wrongKey { parts.append("wrong key: \(key)") }
        }
        if status.state == .paused, let wait = status.following?.waitText { parts.append(wait) }
        if let entry = status.entry { parts.append("\(entry)/\(status.entries)") }
        guard let position = status.position else { return parts.joined(separator: "  ") }
        parts.append(position.text)
        guard let length = status.lengthSeconds else { return parts.joined(separator: "  ") }
        let now = TimeText.text(seconds: position.seconds, decimals: 1...1)
        parts.append("\(now) / \(TimeText.text(seconds: length, decimals: 1...1))")
        if length > 0 {
            let share = min(100, max(0, Int(position.seconds / length * 100)))
            parts.append("\(share)%")
        }
        return parts.joined(separator: "  ")
    }

    /// The settings and the device.
    private var sound: String {
        var parts = ["gain \(NumberText.decimal(status.gain)) dB", "speed \(status.speed)"]
        if let variSpeed = status.variSpeed, variSpeed != "1" {
            parts.append("varispeed \(variSpeed)")
        }
        if status.tempo != "off" { parts.append("tempo \(status.tempo)") }
        if status.loop != "off" { parts.append("loop \(status.loop)") }
        for (name, value) in [("practice", status.practice), ("ramp", status.ramp)] {
            if let value, value != "off" { parts.append("\(name) \(value)") }
        }
        for (mode, isOn) in [
            ("repeat", status.isRepeating), ("single", status.isSingle),
            ("random", status.isRandom), ("consume", status.isConsuming),
        ] where isOn {
            parts.append(mode)
        }
        if status.crossfade > 0 {
            parts.append("crossfade \(NumberText.decimal(status.crossfade)) s")
        }
        if status.transpose != 0 { parts.append("transpose \(status.transpose)") }
        if !status.muted.isEmpty { parts.append("muted \(status.muted.joined(separator: ","))") }
        if !status.soloed.isEmpty { parts.append("solo \(status.soloed.joined(separator: ","))") }
        if let engine = status.engineText { parts.append("engine \(engine)") }
        parts.append("device \(status.device) \(status.output.text)")
        return parts.joined(separator: "  ").printable
    }
}
