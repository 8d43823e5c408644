import Effects
public import SamplerHost
import Wording

extension RackGraph {
    /// A node of the graph as a picture.
    public struct Node: Hashable, Sendable {
        /// The kinds of nodes, in the order of the signal.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case source
            case rule
            case sampler
            case midiOutput
            case clip
            case strip
            case effects
            case master
            case output
        }

        /// Its unique name, for edges.
        public var id: String
        /// The kind of node.
        public var kind: Kind
        /// Its name for people.
        public var label: String
        /// More about it.
        public var details: [String]
    }

    /// An edge from one node to another.
    public struct Edge: Hashable, Sendable {
        /// The node that it leaves.
        public var from: String
        /// The node that it leads to.
        public var to: String
        /// The events or the sound that it carries.
        public var label: String
    }

    /// The nodes, in the order of the signal.
    public var nodes: [Node] {
        var nodes = sources.map { source in
            Node(
                id: source.id,
                kind: .source,
                label: source.label,
                details: source.present.map { $0.map { "now \($0)" } } ?? []
            )
        }
        nodes += rules.map { rule in
            Node(
                id: rule.id,
                kind: .rule,
                label: rule.label,
                details: (rule.selector.isEmpty ? [] : [rule.selector]) + rule.limits
                    + (rule.destinations.isEmpty ? ["drops them"] : [])
            )
        }
        nodes += samplers.map { sampler in
            Node(
                id: sampler.id,
                kind: sampler.isMIDIOutput ? .midiOutput : .sampler,
                label: sampler.name,
                details: sampler.fonts.map(\.label)
                    + (sampler.engine == .usual ? [] : ["engine \(sampler.engine.rawValue)"])
                    + sampler.tunings
                    + (sampler.channels.map { [$0.channelsText] } ?? [])
            )
        }
        nodes += clips.enumerated().map { index, clip in
            Node(
                id: "clip:\(index + 1)",
                kind: .clip,
                label: clip.settings.path,
                details: ["at \(clip.start)"] + clip.details
            )
        }
        nodes += clips.filter { !$0.sharesStrip }.map { clip in
            Node(
                id: "strip:\(clip.settings.stripName)",
                kind: .strip,
                label: clip.settings.stripName,
                details: clip.settings.inserts.map(\.description)
            )
        }
        for sampler in samplers {
            nodes += sampler.strips.map { strip in
                Node(
                    id: "strip:\(strip.name)",
                    kind: .strip,
                    label: strip.name,
                    details: strip.settings.details
                )
            }
        }
        nodes += buses.map {
            Node(
                id: "effects:\($0.name)",
                kind: .effects,
                label: $0.name,
                details: $0.effects + inserts[.effects($0.name)].map(\.description)
            )
        }
        nodes.append(
            Node(
                id: "master",
                kind: .master,
                label: "master",
                details: inserts.master.map(\.description)
            )
        )
        let outputs = inserts.names.filter { $0.hasPrefix(OutputInserts.outputPrefix) }
        let details = outputs.flatMap { name in
            OutputInserts.Place(name).map { place in
                inserts[place].map { "\(name.dropFirst(OutputInserts.outputPrefix.count)): \($0)" }
            } ?? []
        }
        nodes.append(Node(id: "output", kind: .output, label: "output", details: details))
        return nodes
    }

    /// The edges, in the order of the nodes that they leave.
    public var edges: [Edge] {
        var edges = links.map { link in
            Edge(
                from: sources[link.source].id,
                to: rules[link.rule].id,
                label: link.channels.isEmpty ? "" : "ch \(link.channels)"
            )
        }
        for rule in rules {
            edges += rule.destinations.map { destination in
                Edge(
                    from: rule.id,
                    to: samplers[destination.sampler].id,
                    label: destination.changes.joined(separator: ", ")
                )
            }
        }
        for sampler in samplers {
            edges += sampler.strips.map { strip in
                Edge(
                    from: sampler.id,
                    to: "strip:\(strip.name)",
                    label: strip.channel.map { "ch \($0 + 1)" } ?? ""
                )
            }
        }
        for sampler in samplers where !sampler.isMIDIOutput {
            edges += sampler.strips.filter { $0.channel != nil }.map {
                Edge(from: "strip:\($0.name)", to: "strip:\(sampler.name)", label: "")
            }
            edges.append(
                Edge(
                    from: "strip:\(sampler.name)",
                    to: "master",
                    label: sampler.output.words
                )
            )
            edges.append(
                Edge(
                    from: "strip:\(sampler.name)",
                    to: "effects:\(buses[sampler.bus].name)",
                    label: sampler.strip.sends
                )
            )
        }
        for (index, clip) in clips.enumerated() {
            let strip = "strip:\(clip.settings.stripName)"
            edges.append(Edge(from: "clip:\(index + 1)", to: strip, label: ""))
            guard !clip.sharesStrip else { continue }
            edges.append(Edge(from: strip, to: "master", label: clip.output.words))
        }
        edges += buses.map {
            Edge(from: "effects:\($0.name)", to: "master", label: $0.output.words)
        }
        edges.append(Edge(from: "master", to: "output", label: ""))
        return edges + sideChains
    }

    /// The edges from strips to the places whose inserts they decide on.
    private var sideChains: [Edge] {
        func edges(_ node: String, _ inserts: [InsertSettings]) -> [Edge] {
            inserts.compactMap(\.sideChain).map {
                Edge(from: "strip:\($0)", to: node, label: SideChainName.parameter)
            }
        }
        var result: [Edge] = []
        for strip in samplers.flatMap(\.strips) {
            result += edges("strip:\(strip.name)", strip.settings.inserts)
        }
        for clip in clips where !clip.sharesStrip {
            result += edges("strip:\(clip.settings.stripName)", clip.settings.inserts)
        }
        for bus in buses {
            result += edges("effects:\(bus.name)", inserts[.effects(bus.name)])
        }
        result += edges("master", inserts.master)
        let nodes = Set(nodes.map(\.id))
        return result.filter { nodes.contains($0.from) }
    }
}

extension RackGraph.Sampler {
    /// Its name in the graph.
    var id: String { isMIDIOutput ? "midi:\(name)" : "sampler:\(name)" }
}

extension OutputPair {
    /// The pair in words; empty for the main one.
    public var words: String { OutputPairs(self).words }
}

extension OutputPairs {
    /// The pairs in words; empty for the main one alone.
    public var words: String { self == .main ? "" : "output \(text)" }
}

extension SoundFontReference {
    /// The font as it is written on a command line.
    public var label: String { bankOffset == 0 ? path : "\(path)+\(bankOffset)" }
}

extension RackSettings.Sampler {
    /// Its tuning and those of its channels, in words; none for the default tuning.
    var tuningTexts: [String] {
        var texts: [String] = []
        if !settings.tuning.isDefault { texts.append("tuning \(settings.tuning.text)") }
        for (channel, tuning) in channelTunings.sorted(by: { $0.key < $1.key }) {
            let text = tuning.completed(with: settings.tuning).text
            texts.append("channel \(channel + 1): tuning \(text)")
        }
        return texts
    }
}

extension StripSettings {
    /// A level: `-3 dB`, `-inf dB`.
    public static func text(decibels: Double) -> String {
        decibels == -.infinity ? "-inf dB" : "\(NumberText.decimal(decibels)) dB"
    }

    /// The position: `20 L`, `middle`, `100 R`.
    public var panText: String {
        pan == 0 ? "middle" : "\(NumberText.decimal(abs(pan))) \(pan < 0 ? "L" : "R")"
    }

    /// The changes besides the sends, in words.
    var details: [String] {
        [Self.text(decibels: gain), panText] + StripParameter.all.compactMap { $0.detail(of: self) }
            + inserts.map(\.description)
    }

    /// The levels of its sends, in words; empty if they are 0 dB.
    var sends: String {
        [("reverb", reverbSend), ("chorus", chorusSend)]
            .filter { $0.1 != 0 }
            .map { "\($0.0) \(Self.text(decibels: $0.1))" }
            .joined(separator: ", ")
    }
}

extension UInt16 {
    /// A set of channels in words.
    fileprivate var channelsText: String {
        guard self != 0 else { return "no channel" }
        return "channel\(nonzeroBitCount == 1 ? "" : "s") \(ChannelList.text(self))"
    }
}
