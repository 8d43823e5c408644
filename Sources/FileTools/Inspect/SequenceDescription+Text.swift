import SMF
package import Sequencer
import Wording

extension SequenceDescription {
    /// Whether the tempo changes are too many for a line.
    package var hasTempoTable: Bool {
        isInBars && !Self.isOneFromTheStart(sequence.tempoMap.changes.map(\.tick).prefix(2))
    }

    /// Whether the meters are too many for a line.
    package var hasMeterTable: Bool {
        isInBars && !Self.isOneFromTheStart(sequence.timeSignatures.map(\.tick).prefix(2))
    }

    /// Whether the keys are too many for a line.
    package var hasKeyTable: Bool {
        !Self.isOneFromTheStart(sequence.keySignatures.map(\.tick).prefix(2))
    }

    private static func isOneFromTheStart(_ ticks: some Collection<Int64>) -> Bool {
        ticks.isEmpty || (ticks.count == 1 && ticks.first == 0)
    }

    /// The channels of a track: `1-4,10`; preceded by the port if there are several: `2/10`.
    package func channels(of track: TrackInfo) -> String {
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
            let port = hasOnePort ? "" : "\(portNumber(ofSampler: run.sampler))/"
            return port + (first == last ? "\(first)" : "\(first)-\(last)")
        }.joined(separator: ",")
    }

    /// The range of a track in bars, `1-32`, or in seconds without bars.
    package func extent(of track: TrackInfo) -> String {
        guard let first = track.firstTick else { return "" }
        // The end of track is at the start of the bar after the last one.
        let last = max(track.endTick - 1, first)
        let (begin, end) = (time(atTick: first), time(atTick: last))
        if let begin = begin.barBeat?.bar, let end = end.barBeat?.bar {
            return begin == end ? "\(begin)" : "\(begin)-\(end)"
        }
        return "\(NumberText.decimal(begin.seconds))-\(NumberText.decimal(end.seconds))"
    }

    /// The programs of a track, a line for each; with the channel before if it has several.
    package func programLines(of track: TrackInfo, limit: Int) -> [String] {
        var seen: Set<String> = []
        let lines = track.programs.map { use in
            let name = use.name ?? (use.isDrums ? "drum kit" : "")
            let address = "\(use.address) \(name)"
            guard track.channels.count > 1 else { return address }
            let channel = channelText(TrackInfo.Channel(port: use.port, channel: use.channel))
            return "\(channel): \(address)"
        }.filter { seen.insert($0).inserted }
        guard lines.count > limit else { return lines }
        return lines.prefix(limit - 1) + ["… \(lines.count - limit + 1) more"]
    }
}
