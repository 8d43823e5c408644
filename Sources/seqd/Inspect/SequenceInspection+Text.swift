import SMF
import Sequencer
import Wording

extension SequenceInspection {
    /// Whether there is more to say of the tempo than fits a line.
    var hasTempoTable: Bool {
        isInBars && !Self.isOneFromTheStart(sequence.tempoMap.changes.map(\.tick).prefix(2))
    }

    /// Whether there is more to say of the meter than fits a line.
    var hasMeterTable: Bool {
        isInBars && !Self.isOneFromTheStart(sequence.timeSignatures.map(\.tick).prefix(2))
    }

    /// Whether there is more to say of the key than fits a line.
    var hasKeyTable: Bool {
        !Self.isOneFromTheStart(sequence.keySignatures.map(\.tick).prefix(2))
    }

    /// The tempo, or its range: `120 BPM`, `92 to 120 BPM`.
    var tempoSummary: String {
        guard isInBars else { return "none (SMPTE division)" }
        let changes = sequence.tempoMap.changes
        guard var least = changes.map(\.microsecondsPerQuarter).max(),
            var most = changes.map(\.microsecondsPerQuarter).min()
        else { return "120 BPM (default)" }
        if let first = changes.first, first.tick > 0 {
            least = max(least, TempoMap.defaultTempo)
            most = min(most, TempoMap.defaultTempo)
        }
        let slowest = NumberText.decimal(60_000_000 / Double(least))
        let fastest = NumberText.decimal(60_000_000 / Double(most))
        return least == most ? "\(slowest) BPM" : "\(slowest) to \(fastest) BPM"
    }

    /// The meters in order, each once: `4/4, 3/4`.
    var meterSummary: String {
        let changes = sequence.timeSignatures
        guard let first = changes.first else { return "4/4 (default)" }
        let names = changes.lazy.map(\.signature.description)
        return Self.list(first.tick > 0 ? ["4/4"] + names : Array(names))
    }

    /// The keys in order, each once.
    var keySummary: String {
        Self.list(sequence.keySignatures.map(\.signature.description))
    }

    private static func isOneFromTheStart(_ ticks: some Collection<Int64>) -> Bool {
        ticks.isEmpty || (ticks.count == 1 && ticks.first == 0)
    }

    /// Different names in order, as many as fit a line.
    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        let different = names.filter { seen.insert($0).inserted }
        return different.prefix(4).joined(separator: ", ") + (different.count > 4 ? ", …" : "")
    }

    /// The channels of a track: `1-4,10`; with the port before where there are several: `2/10`.
    func channels(of track: TrackInfo) -> String {
        var runs: [(sampler: UInt8, first: UInt8, last: UInt8)] = []
        for channel in track.channels {
            if let run = runs.last, run.sampler == channel.port, run.last + 1 == channel.channel {
                runs[runs.count - 1].last = channel.channel
            } else {
                runs.append((channel.port, channel.channel, channel.channel))
            }
        }
        return runs.map { run in
            let (first, last) = (Int(run.first) + 1, Int(run.last) + 1)
            let port = hasOnePort ? "" : "\(port(run.sampler))/"
            return port + (first == last ? "\(first)" : "\(first)-\(last)")
        }.joined(separator: ",")
    }

    /// The bars that a track reaches over, `1-32`, or the seconds where there are no bars.
    func extent(of track: TrackInfo) -> String {
        guard let first = track.firstTick else { return "" }
        // The end of track stands where the bar after the last one would begin.
        let last = max(track.endTick - 1, first)
        let (begin, end) = (place(first), place(last))
        if let begin = begin.barBeat?.bar, let end = end.barBeat?.bar {
            return begin == end ? "\(begin)" : "\(begin)-\(end)"
        }
        return "\(NumberText.decimal(begin.seconds))-\(NumberText.decimal(end.seconds))"
    }

    /// The programs of a track, a line for each; with the channel before if it has several.
    func programLines(of track: TrackInfo, limit: Int) -> [String] {
        var seen: Set<String> = []
        let lines = track.programs.map { use in
            let channel = Int(use.channel) + 1
            let name = use.name ?? (use.isDrums ? "drum kit" : "")
            let address = "\(use.address) \(name)"
            guard track.channels.count > 1 else { return address }
            return "\(hasOnePort ? "" : "\(port(use.port))/")\(channel): \(address)"
        }.filter { seen.insert($0).inserted }
        guard lines.count > limit else { return lines }
        return lines.prefix(limit - 1) + ["… \(lines.count - limit + 1) more"]
    }
}
