import TerminalUI
import Wording

/// The line with the name of the piece and its sound.
extension PlayerView {
    typealias Part = FittedLine.Part

    func soundLine(_ snapshot: PlayerSnapshot, width: Int) -> ViewLine {
        // A notice replaces the name.
        let name = ability.shown(snapshot.notice ?? snapshot.name)
        // A notice gets what it needs, a name a sixth at least.
        let least = snapshot.notice == nil ? max(width / 6, 10) : width
        return FittedLine(parts(snapshot), ability).line(after: name, least: least, width: width)
    }

    private func parts(_ snapshot: PlayerSnapshot) -> [Part] {
        var parts: [Part] = []
        if let index = snapshot.index, index.count > 1 {
            parts.append(Part("\(index.number)/\(index.count)", 65, .dim))
        }
        if let tempo = tempo(snapshot) { parts.append(tempo) }
        if snapshot.isMetronomeOn {
            parts.append(Part(ability.isUnicode ? "♩" : "metronome", 82))
        }
        parts.append(Part("voices \(Self.padded(snapshot.voices, to: 3))", 60, .dim))
        parts.append(Part("peak \(level(snapshot.peak)) dB", 75, .dim))
        if let highest = snapshot.highestPeak {
            parts.append(Part("max \(level(highest)) dB", 40, .dim))
        }
        if snapshot.gainReduction >= 0.05 {
            parts.append(Part("limit \(level(-snapshot.gainReduction)) dB", 74, .warning))
        }
        if snapshot.isClipping || snapshot.clippedCount > 0 {
            let style: ViewLine.Style = snapshot.isClipping ? .alarm : .warning
            parts.append(Part("CLIP \(Self.short(snapshot.clippedCount))", 95, style))
        }
        if let lost = snapshot.lostSeconds {
            parts.append(Part("DEVICE LOST \(Int(lost)) s", 96, .alarm))
        }
        let hasXruns = snapshot.xruns > 0
        parts.append(
            Part(
                "xruns \(Self.short(snapshot.xruns))",
                hasXruns ? 90 : 45,
                hasXruns ? .warning : .dim
            )
        )
        if let gain = gain(snapshot.gain) { parts.append(Part(gain, 70)) }
        if !snapshot.soloed.isEmpty {
            parts.append(Part("solo \(Self.channels(snapshot.soloed))", 85, .warning))
        }
        if !snapshot.muted.isEmpty {
            parts.append(Part("mute \(Self.channels(snapshot.muted))", 84, .warning))
        }
        if let loop = loop(snapshot.loop) { parts.append(Part(loop, 72)) }
        parts.append(Part("? help", 50, .dim))
        return parts
    }

    func tempo(_ snapshot: PlayerSnapshot) -> Part? {
        let speed = snapshot.speed.map { ability.shown($0) + (ability.isUnicode ? "×" : "x") }
        guard let tempo = snapshot.tempo, tempo.isFinite else { return speed.map { Part($0, 80) } }
        let beats = "\(NumberText.decimal((tempo * 10).rounded() / 10)) BPM"
        guard let speed else { return Part(beats, 70, .dim) }
        return Part("\(beats) \(speed)", 80)
    }

    func gain(_ gain: Double) -> String? {
        guard gain.isFinite, (gain * 10).rounded() != 0 else { return nil }
        return "gain \(gain > 0 ? "+" : "")\(NumberText.decimal((gain * 10).rounded() / 10)) dB"
    }

    func loop(_ loop: PlayerSnapshot.Loop?) -> String? {
        guard let loop, loop.startText != nil || loop.endText != nil else { return nil }
        // As --loop-range and the daemon's `loop` accept it.
        return "loop " + ability.shown(loop.startText ?? "") + ".."
            + ability.shown(loop.endText ?? "")
    }

    /// A level to a tenth, always as wide as `-96.3`.
    func level(_ level: Double?) -> String {
        guard let level, level > -99.9 else {
            return (ability.isUnicode ? "-∞" : "-inf").padded(to: 5, onLeft: true)
        }
        let tenths = Int((min(level, 99.9) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)".padded(
            to: 5,
            onLeft: true
        )
    }

    /// Channels as the user types them, neighbours as a range: `1-3,10`.
    static func channels(_ channels: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for channel in Set(channels).sorted() {
            if let last = ranges.last, last.upperBound == channel - 1 {
                ranges[ranges.count - 1] = last.lowerBound...channel
            } else {
                ranges.append(channel...channel)
            }
        }
        return ranges.map { range in
            switch range.count {
            case 1: "\(range.lowerBound)"
            case 2: "\(range.lowerBound),\(range.upperBound)"
            default: "\(range.lowerBound)-\(range.upperBound)"
            }
        }.joined(separator: ",")
    }

    /// A count in at most five characters.
    static func short(_ count: Int) -> String {
        count > 9_999 ? "9999+" : "\(count)"
    }

    static func padded(_ number: Int, to width: Int) -> String {
        "\(number)".padded(to: width, onLeft: true)
    }
}
