import Effects
import Wording

extension RackSettings {
    /// The names of the strips of all side chains, each with the strip or place of its insert.
    ///
    /// - Parameter others: Clips that play beside the rack's.
    /// - Returns: The names.
    private func sideChains(_ others: [ClipSettings]) -> [(owner: String, key: String)] {
        func keys(_ owner: String, _ inserts: [InsertSettings]) -> [(owner: String, key: String)] {
            inserts.compactMap(\.sideChain).map { (owner, $0) }
        }
        let samplers = allSamplers.flatMap { sampler in
            keys(sampler.name, sampler.strip.inserts)
                + sampler.channels.sorted { $0.key < $1.key }.flatMap { channel, strip in
                    keys(Sampler.stripName(sampler.name, channel: channel), strip.inserts)
                }
        }
        return samplers + (clips + others).flatMap { keys($0.stripName, $0.inserts) }
            + inserts.names.flatMap { name in
                keys(name, OutputInserts.Place(name).map { inserts[$0] } ?? [])
            }
    }

    /// The problem of the first side chain that names no strip; `nil` for none.
    ///
    /// - Parameter others: Clips that play beside the rack's.
    /// - Returns: The strip of the insert, and the problem.
    package func problemOfSideChains(
        _ others: [ClipSettings] = []
    ) -> (strip: String, text: String)? {
        let clipNames = (clips + others).map(\.stripName)
        for (owner, key) in sideChains(others) where !hasStrip(key, clipNames) {
            let channels = ", or a channel of a sampler: NAME/CHANNEL"
            return (owner, SideChainName.problem(key, stripNames(clipNames), channels))
        }
        return nil
    }

    func hasStrip(_ name: String, _ clipNames: [String]) -> Bool {
        let sampler = Sampler.channel(ofStrip: name)?.sampler ?? name
        return self.sampler(named: sampler) != nil || clipNames.contains(name)
            || name == SamplerName.metronome || silentStrips.contains(name)
    }

    func stripNames(_ clipNames: [String]) -> [String] {
        (allSamplers.map(\.name) + clipNames).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// Gives a strip to each channel whose sound decides on the gain of others, or that moves with the
    /// music.
    package mutating func addStripsOfChannels(_ others: [ClipSettings] = []) {
        for strip in sideChains(others).map(\.key) + automation.strips.keys {
            guard let (name, channel) = Sampler.channel(ofStrip: strip) else { continue }
            if let index = samplers.firstIndex(where: { $0.name == name }) {
                samplers[index].addStrip(ofChannel: channel)
            } else if sampler(named: name) != nil {
                fallback?.addStrip(ofChannel: channel)
            }
        }
    }
}

extension SideChainName {
    /// The problem of a name that is no strip's.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - names: The names of strips.
    ///   - others: Further names, in words.
    /// - Returns: The problem.
    package static func problem(
        _ name: String,
        _ names: [String],
        _ others: String = ""
    ) -> String {
        let hint: String =
            if let near = Suggestion.nearest(to: name, among: names) {
                "did you mean \"\(near)\"?"
            } else {
                "expected " + names.map { "\"\($0)\"" }.joined(separator: ", ") + others
            }
        return "\(parameter)=\(name): no such strip; \(hint)"
    }
}

extension RackSettings.Sampler {
    /// The problem of a channel that is named like a strip.
    package static let missingStrip =
        "the channel has no strip of its own; a rack gives it one (\"channels\" of the sampler)"

    fileprivate mutating func addStrip(ofChannel channel: UInt8) {
        if channels[channel] == nil { channels[channel] = StripSettings() }
    }
}
