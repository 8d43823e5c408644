import Effects
public import SamplerHost
public import Sequencer

extension RackGraph {
    /// The wiring of a rack without a piece: each rule's selector is a source.
    ///
    /// - Parameter rack: The rack.
    /// - Throws: The fault in the rack.
    public init(_ rack: RackSettings) throws(RoutingError) {
        try rack.check()
        addBuses(of: rack)
        restLimits = rack.changes.map(\.description)
        for sampler in rack.samplers { add(sampler) }
        defer { addOutputs(of: rack) }
        add(rack.rulesWithChanges) { name in rack.sampler(named: name) }
        for (index, rule) in rack.rules.enumerated() {
            let source = source(of: rule)
            let channels = rule.channels == .max ? "" : ChannelList.text(rule.channels)
            links.append(Link(source: source, channels: channels, rule: index))
        }
        guard let fallback = rack.fallback else { return }
        let rest = source(id: "rest", label: rack.rules.isEmpty ? "everything" : "everything else")
        let sampler = self.sampler(named: fallback.name) { _ in fallback }
        links.append(Link(source: rest, channels: "", rule: otherwise(sampler)))
    }

    /// The wiring of a rack for a piece: its tracks are the sources.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - sequence: The piece.
    /// - Throws: The fault in the rack, or that it is too large for the piece.
    public init(_ rack: RackSettings, for sequence: PreparedSequence) throws(RoutingError) {
        let routed = try rack.routing(of: sequence)
        addBuses(of: rack)
        restLimits = rack.changes.map(\.description)
        for name in routed.samplers {
            _ = sampler(named: name) { rack.sampler(named: $0) }
        }
        for index in samplers.indices { samplers[index].channels = 0 }
        add(rack.rulesWithChanges) { rack.sampler(named: $0) }
        for track in routed.source.tracks.indices { addTrack(track, of: routed) }
        addLiveSources(of: rack)
        addOutputs(of: rack)
        findings = routed.findings.map(\.description)
    }

    private mutating func addOutputs(of rack: RackSettings) {
        let strips = rack.assignments.strips
        for index in samplers.indices {
            samplers[index].output = strips[samplers[index].name] ?? .main
        }
    }

    /// The engine's own bus comes first.
    private mutating func addBuses(of rack: RackSettings) {
        inserts = rack.inserts
        let main = RackSettings.mainEffects
        let names = [main] + rack.effects.keys.filter { $0 != main }.sorted()
        buses = names.map { name in
            let settings = rack.effects[name] ?? EffectsSettings()
            let effects = [
                settings.reverb == nil ? nil : "reverb", settings.chorus == nil ? nil : "chorus",
            ]
            let output = rack.assignments.effects[name] ?? .main
            return Bus(name: name, effects: effects.compactMap(\.self), output: output)
        }
    }

    private mutating func add(_ sampler: RackSettings.Sampler) {
        samplers.append(
            Sampler(
                name: sampler.name,
                fonts: sampler.settings.fonts,
                engine: sampler.settings.engine,
                tunings: sampler.tuningTexts,
                channels: nil,
                strip: sampler.strip,
                channelStrips: sampler.channels,
                bus: buses.firstIndex { $0.name == sampler.effects } ?? 0
            )
        )
    }

    /// The index of a sampler, which is added if it is not there.
    private mutating func sampler(
        named name: String,
        _ settings: (String) -> RackSettings.Sampler?
    ) -> Int {
        if let index = samplers.firstIndex(where: { $0.name == name }) { return index }
        if let settings = settings(name) {
            add(settings)
        } else if MIDIOutputName.output(name) != nil {
            add(RackSettings.Sampler(name: name, settings: SamplerSettings(fonts: [])))
            samplers[samplers.count - 1].isMIDIOutput = true
        }
        return samplers.count - 1
    }

    private mutating func add(
        _ rules: [RoutingRule],
        _ settings: (String) -> RackSettings.Sampler?
    ) {
        for (index, rule) in rules.enumerated() {
            var destinations: [Destination] = []
            for destination in rule.destinations {
                destinations.append(
                    Destination(
                        sampler: sampler(named: destination.sampler, settings),
                        changes: destination.changes
                    )
                )
            }
            self.rules.append(
                Rule(
                    number: index + 1,
                    id: "rule:\(index + 1)",
                    selector: RoutingSelector(rule.source, channels: rule.channels).description,
                    limits: rule.limits,
                    destinations: destinations
                )
            )
        }
    }

    /// The index of the rule that leads what no rule matches to a sampler; it is added if it is not
    /// there.
    private mutating func otherwise(_ sampler: Int) -> Int {
        let name = samplers[sampler].name
        if let index = rules.firstIndex(where: { $0.id == "otherwise:\(name)" }) { return index }
        let destination = Destination(sampler: sampler, changes: [])
        rules.append(
            Rule(
                number: nil,
                id: "otherwise:\(name)",
                selector: "",
                limits: restLimits,
                destinations: [destination]
            )
        )
        return rules.count - 1
    }

    /// The index of the source of a rule, which is added if it is not there.
    private mutating func source(of rule: RoutingRule) -> Int {
        let source = source(
            id: RoutingSelector(rule.source).description,
            label: rule.source.description
        )
        sources[source].name = rule.sourceName
        return source
    }

    /// The index of a source, which is added if it is not there.
    private mutating func source(id: String, label: String) -> Int {
        if let index = sources.firstIndex(where: { $0.id == id }) { return index }
        sources.append(Source(id: id, label: label))
        return sources.count - 1
    }

    /// Adds a track with notes, and its routes.
    private mutating func addTrack(_ track: Int, of routed: RoutedSequence) {
        let info = routed.source.tracks[track]
        guard info.noteCount > 0 else { return }
        let name = info.name.map { " \"\($0)\"" } ?? ""
        let source = source(id: "track:\(track + 1)", label: "track \(track + 1)\(name)")
        var presets: [String] = []
        var channels: [Int: [TrackInfo.Channel]] = [:]
        for channel in info.channels {
            for route in routed.routes(of: track, channel) {
                guard let rule = route.rule ?? route.sampler.map({ otherwise($0) }) else {
                    continue
                }
                if channels[rule]?.last != channel { channels[rule, default: []].append(channel) }
                if let sampler = route.sampler {
                    samplers[sampler].channels? |= 1 << UInt16(route.channel)
                }
                // Those of rules are shown with the rules.
                if let preset = route.preset, !rules[rule].hasPreset,
                    !presets.contains("\(preset)")
                {
                    presets.append("\(preset)")
                }
            }
        }
        if !presets.isEmpty {
            sources[source].label += ", preset \(presets.joined(separator: ", "))"
        }
        for (rule, used) in channels.sorted(by: { $0.key < $1.key }) {
            links.append(Link(source: source, channels: routed.text(used), rule: rule))
        }
    }

    /// Adds the live sources that rules name: a piece has none of them.
    private mutating func addLiveSources(of rack: RackSettings) {
        for (index, rule) in rack.rules.enumerated() {
            switch rule.source {
            case .input, .inputName, .socket:
                let source = source(of: rule)
                let channels = rule.channels == .max ? "" : ChannelList.text(rule.channels)
                links.append(Link(source: source, channels: channels, rule: index))
            case .all, .track, .trackName, .port, .deviceName: break
            }
        }
    }
}

extension RoutedSequence {
    /// The routes of a track's channel, from all lanes that its events are in.
    fileprivate func routes(of track: Int, _ channel: TrackInfo.Channel) -> [Route] {
        let ports = sequence.lanes.indices.filter { sequence.lanes[$0].port == Int(channel.port) }
        let own = ports.filter { sequence.lanes[$0].track == track }
        let lanes = own.isEmpty ? ports.filter { sequence.lanes[$0].track == nil } : own
        return lanes.flatMap { routes(lane: $0, channel: Int(channel.channel)) }
    }

    /// Channels as people write them, with their port if the piece has several.
    fileprivate func text(_ channels: [TrackInfo.Channel]) -> String {
        var bits: [UInt8: UInt16] = [:]
        for channel in channels {
            bits[source.ports[Int(channel.port)], default: 0] |= 1 << UInt16(channel.channel)
        }
        return bits.sorted { $0.key < $1.key }.map { port, bits in
            let list = ChannelList.text(bits)
            return source.hasOnePort ? list : "\(Int(port) + 1)/\(list)"
        }.joined(separator: " ")
    }
}

extension RackSettings {
    /// The rules, with the changes of all sources before their own.
    fileprivate var rulesWithChanges: [RoutingRule] {
        rules.map { rule in
            var rule = rule
            rule.changes = changes(with: rule)
            return rule
        }
    }
}

extension RoutingRule {
    /// The limits of what it takes, in words.
    fileprivate var limits: [String] {
        var limits: [String] = []
        if keys != 0...127 { limits.append("keys \(KeyRange.text(keys))") }
        if velocities != 1...127 {
            limits.append("velocities \(KeyRange.text(velocities: velocities))")
        }
        limits += changes.map(\.description)
        if kinds != .all { limits.append("only " + kinds.names.joined(separator: ", ")) }
        return limits
    }
}

extension RoutingDestination {
    /// The changes on the route to it, in words.
    fileprivate var changes: [String] {
        var changes: [String] = []
        if let channel { changes.append("channel \(channel + 1)") }
        if let preset { changes.append("preset \(preset)") }
        if transpose != 0 {
            let sign = transpose > 0 ? "+" : ""
            changes.append("\(sign)\(transpose) semitone\(abs(transpose) == 1 ? "" : "s")")
        }
        if velocity != .linear { changes.append("velocity \(velocity)") }
        if let isDrums { changes.append(isDrums ? "drums" : "no drums") }
        return changes
    }
}
