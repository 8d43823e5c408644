import CommandSupport
import ControlProtocol
import Sequencer
import TerminalUI
import Wording

/// The lines at the top: position, file and settings, sound, lyrics.
extension MonitorView {
    private typealias Part = FittedLine.Part

    /// The least rows of a window that shows the line of lyrics.
    private static let lyricRows = 9

    /// The lines for a window with a number of rows, the most important ones first.
    func header(_ model: MonitorModel, width: Int, rows: Int) -> [ViewLine] {
        var lines: [ViewLine] = []
        if case .closed(let reason) = model.connection {
            let text = "no connection: \(reason); trying again"
            lines.append(ViewLine(ability.cut(ability.shown(text), to: width), .alarm))
        }
        guard let status = model.status else { return lines }
        let player = PlayerView(ability)
        let snapshot = snapshot(model, status)
        lines.append(player.timeLine(snapshot, width: width))
        if rows >= 3 { lines.append(fileLine(snapshot, status, player, width: width)) }
        if rows >= 6 { lines.append(soundLine(snapshot, status, player, width: width)) }
        if rows >= Self.lyricRows, let lyric = model.lyric {
            lines.append(player.lyricLine(lyric, width: width))
        }
        return lines
    }

    private func snapshot(_ model: MonitorModel, _ status: DaemonStatus) -> PlayerSnapshot {
        var snapshot = PlayerSnapshot()
        switch status.state {
        case .playing: snapshot.state = .playing
        case .paused: snapshot.state = .paused
        case .stopped: snapshot.state = .stopped
        }
        snapshot.name = Self.fileName(status)
        if let entry = status.entry {
            snapshot.index = PlayerSnapshot.ListIndex(number: entry, count: status.entries)
        }
        snapshot.position = status.position.map { Self.barAndBeat($0.text) }
        snapshot.seconds = status.position?.seconds ?? 0
        snapshot.totalSeconds = status.lengthSeconds
        let variSpeed = status.variSpeed.flatMap { Speed(parsing: $0) } ?? .normal
        let speed = (Speed(parsing: status.speed) ?? .normal).times(variSpeed)
        snapshot.speed = speed == .normal ? nil : speed.description
        snapshot.tempo = status.bpm.map { $0 * speed.factor }
        snapshot.gain = status.gain
        snapshot.peak = status.peak
        snapshot.gainReduction = status.gainReduction
        snapshot.loop = loop(model, status)
        return snapshot
    }

    /// The loop with its place in the bar, as far as the file is known.
    private func loop(_ model: MonitorModel, _ status: DaemonStatus) -> PlayerSnapshot.Loop? {
        guard let range = try? PositionRange(parsing: status.loop) else { return nil }
        var loop = PlayerSnapshot.Loop(
            startText: range.from.description,
            endText: range.to.description
        )
        guard let sequence = model.tracks.known?.sequence, sequence.endTick > 0,
            let from = try? sequence.tick(of: range.from),
            let to = try? sequence.tick(of: range.to)
        else { return loop }
        // The bar shows times; a rate of 1000 gives milliseconds.
        let whole = Double(sequence.endFrame(rate: 1000))
        guard whole > 0 else { return loop }
        loop.start = Double(sequence.tempoMap.frame(atTick: from, rate: 1000)) / whole
        loop.end = Double(sequence.tempoMap.frame(atTick: to, rate: 1000)) / whole
        return loop
    }

    private func fileLine(
        _ snapshot: PlayerSnapshot,
        _ status: DaemonStatus,
        _ player: PlayerView,
        width: Int
    ) -> ViewLine {
        var parts: [Part] = []
        if let index = snapshot.index {
            parts.append(Part("\(index.number)/\(index.count)", 90, .dim))
        }
        if let tempo = player.tempo(snapshot) { parts.append(tempo) }
        if status.tempo != "off" { parts.append(Part("tempo \(status.tempo)", 60, .warning)) }
        if status.hasMetronome { parts.append(Part(ability.isUnicode ? "♩" : "metronome", 82)) }
        if let loop = player.loop(snapshot.loop) {
            let count = status.loopCount.map { " \($0)x" } ?? ""
            parts.append(Part(loop + count, 85))
        } else if status.loop != "off" {
            parts.append(Part("loop \(status.loop)", 85))
        }
        if let gain = player.gain(status.gain) { parts.append(Part(gain, 70)) }
        if status.transpose != 0 {
            let sign = status.transpose > 0 ? "+" : ""
            parts.append(Part("transpose \(sign)\(status.transpose)", 75))
        }
        if !status.soloed.isEmpty {
            parts.append(Part("solo \(Self.selectors(status.soloed))", 81, .warning))
        }
        if !status.muted.isEmpty {
            parts.append(Part("mute \(Self.selectors(status.muted))", 80, .warning))
        }
        if let keys = status.practising?.keys {
            let position = status.position.map { " at \($0.text)" } ?? ""
            parts.append(Part("waiting for \(keys)\(position)", 88, .warning))
        }
        if let key = status.practising?.wrongKey {
            parts.append(Part("wrong key: \(key)", 89, .alarm))
        }
        if status.state == .paused, let wait = status.following?.waitText {
            parts.append(Part(ability.shown(wait), 88, .warning))
        } else if let source = status.following?.source {
            parts.append(Part("follows the \(FollowStatus.name(of: source))", 66))
        }
        if !status.waiting.isEmpty {
            parts.append(Part("\(status.waiting.count) scheduled", 65))
        }
        let name = ability.shown(snapshot.name)
        return FittedLine(parts, ability).line(
            after: name,
            least: max(width / 4, 12),
            width: width
        )
    }

    private func soundLine(
        _ snapshot: PlayerSnapshot,
        _ status: DaemonStatus,
        _ player: PlayerView,
        width: Int
    ) -> ViewLine {
        let percent =
            status.load.isFinite ? Int((min(max(status.load, 0), 9.99) * 100).rounded()) : 0
        let loadStyle: ViewLine.Style = percent >= 100 ? .alarm : percent >= 70 ? .warning : .plain
        var parts = [
            Part("load \("\(percent)".padded(to: 3, onLeft: true))%", 95, loadStyle),
            Part("voices \("\(status.voices)".padded(to: 3, onLeft: true))", 80),
            Part(
                "xruns \(PlayerView.short(status.xruns))",
                status.xruns > 0 ? 94 : 85,
                status.xruns > 0 ? .warning : .plain
            ),
        ]
        var peak = ViewLine("peak \(player.level(status.peak)) dB ")
        peak.append(
            LevelMeter(level: status.peak, isUnicode: ability.isUnicode)
                .line(columns: width >= Self.wideColumns ? 24 : 12)
        )
        parts.append(Part(peak, 75))
        if status.gainReduction >= 0.05 {
            parts.append(Part("limit \(player.level(-status.gainReduction)) dB", 74, .warning))
        }
        if let times = status.renderTimes {
            if times.late > 0 {
                parts.append(Part("late \(PlayerView.short(times.late))", 78, .warning))
            }
        }
        switch status.output {
        case .running: parts.append(Part(device(status), 50, .dim))
        case .idle: parts.append(Part("\(device(status)) (idle)", 50, .dim))
        case .lost:
            let seconds = status.lostSeconds.map { " \(Int(min($0, 1e9))) s" } ?? ""
            parts.append(Part("DEVICE LOST\(seconds)", 97, .alarm))
        }
        return FittedLine(parts, ability).line(after: "", least: 0, width: width)
    }

    private func device(_ status: DaemonStatus) -> String {
        "device " + ability.cut(ability.shown(status.device), to: 24)
    }

    /// The name of the current file, or the reason why there is none.
    private static func fileName(_ status: DaemonStatus) -> String {
        if let file = status.file { return Self.name(ofPath: file) }
        guard status.entries > 0 else { return "no file: the queue is empty" }
        return "no file loaded: \(NumberText.count(status.entries, "file")) in the queue"
    }

    /// The last part of a path.
    static func name(ofPath path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// `17:1` of `17:1:240`; a time stays as it is.
    private static func barAndBeat(_ text: String) -> String {
        let parts = text.split(separator: ":")
        return parts.count == 3 ? "\(parts[0]):\(parts[1])" : text
    }

    /// Selectors, channels of one port as ranges.
    private static func selectors(_ selectors: [String]) -> String {
        let channels = selectors.compactMap { selector in
            selector.hasPrefix("ch:") ? Int(selector.dropFirst(3)) : nil
        }
        guard channels.count == selectors.count else { return selectors.joined(separator: ",") }
        return PlayerView.channels(channels)
    }
}
