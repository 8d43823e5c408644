import SMF
import Wording

extension SequenceDescription {
    /// The tempo, or its range: `120 BPM`, `92 to 120 BPM`.
    package var tempoSummary: String {
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
    package var meterSummary: String {
        let changes = sequence.timeSignatures
        guard let first = changes.first else { return "4/4 (default)" }
        let names = changes.lazy.map(\.signature.description)
        return Self.list(first.tick > 0 ? ["4/4"] + names : Array(names))
    }

    /// The keys in order, each once.
    package var keySummary: String {
        Self.list(sequence.keySignatures.map(\.signature.description))
    }

    /// The different names in order, the first four of them.
    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        let different = names.filter { seen.insert($0).inserted }
        return different.prefix(4).joined(separator: ", ") + (different.count > 4 ? ", …" : "")
    }
}
