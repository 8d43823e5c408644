import Sequencer

/// The routes of live inputs through a rack, as the rules give them.
///
/// Each input has a lane for what comes by its port, and one for what the daemon's socket plays on it.
public struct LiveRouting: Sendable {
    /// The names of the samplers that they need: those of the rack, then the fallback's, one for
    /// each input that has something left for it.
    public private(set) var samplers: [String]
    /// Rules that match no input, and rules of which others before them take all.
    public private(set) var findings: [RoutingFinding] = []
    /// The patterns of rules for sources by name, by their numbers; empty for a number that is free.
    let sourceNames: [String]
    /// By lane × 16 + channel: the routes; the inputs' lanes come first, then those of the socket.
    let routes: [[Route]]

    /// The routes of an input's channel.
    ///
    /// - Parameters:
    ///   - input: The input, from 0.
    ///   - channel: The channel, 0 … 15.
    ///   - bySocket: Whether it is what comes by the socket.
    /// - Returns: The routes; none where there is no such input.
    public func routes(input: Int, channel: Int, bySocket: Bool = false) -> [Route] {
        let inputs = routes.count / 32
        let index = (bySocket ? inputs + input : input) << 4 | channel & 15
        return input < inputs && routes.indices.contains(index) ? routes[index] : []
    }

    /// Works them out; the rack was checked.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - inputs: The number of inputs.
    ///   - old: The patterns of the rack that this one replaces.
    init(_ rack: RackSettings, inputs: Int, after old: [String]) {
        let sourceNames = StableNumbers.names(rack.sourceNames, after: old)
        self.sourceNames = sourceNames
        var samplers = rack.samplers.map(\.name)
        var matched: Set<Int> = []
        var reached: Set<Int> = []
        /// The number of a sampler, which is added where it is one of the fallback's.
        func number(of name: String) -> Int {
            if let known = samplers.firstIndex(of: name) { return known }
            samplers.append(name)
            return samplers.count - 1
        }
        routes = (0..<inputs * 32).map { index in
            let (lane, channel) = (index >> 4, UInt8(truncatingIfNeeded: index & 15))
            let input = lane % inputs
            let matching = rack.rules.indices.filter { rule in
                rack.rules[rule].channels >> UInt16(channel) & 1 == 1
                    && rack.rules[rule].source.matches(
                        input: input,
                        bySocket: lane >= inputs
                    )
            }
            matched.formUnion(matching)
            var ways: [Route] = []
            for rule in matching where ways.last?.takesAll != true {
                let name = rack.rules[rule].sourceName.flatMap(sourceNames.firstIndex)
                // The sources of the name have their route already.
                if ways.contains(where: { $0.isComplete && $0.sourceName == name }) { continue }
                reached.insert(rule)
                let destinations = rack.rules[rule].destinations
                for (place, way) in rack.rules[rule].routes(rule, channel: channel).enumerated() {
                    var way = way
                    way.sourceName = name
                    way.changes = rack.changes(with: rack.rules[rule])
                    if !destinations.isEmpty {
                        way.sampler = number(of: destinations[place].sampler)
                    }
                    ways.append(way)
                }
            }
            if ways.last?.takesAll != true, let name = rack.fallbackName(input) {
                var way = Route(sampler: number(of: name), channel: channel)
                way.changes = rack.changes
                ways.append(way)
            }
            let part = rack.programs.first { part in
                part.channels >> UInt16(channel) & 1 == 1
                    && part.source.matches(input: input, bySocket: lane >= inputs)
            }
            return ways.map { way in
                var way = way
                way.preset = way.preset ?? part?.preset
                way.isDrums = way.isDrums ?? rack.givenDrums(way, channel: channel)
                let isDrums =
                    way.isDrums ?? way.preset.map { $0.bank == 128 } ?? (way.channel == 9)
                if isDrums { way.transpose = 0 }
                return way
            }
        }
        self.samplers = samplers
        for rule in rack.rules.indices where !reached.contains(rule) {
            guard rack.rules[rule].source.concernsInputs else { continue }
            findings.append(matched.contains(rule) ? .shadowedRule(rule) : .unmatchedRule(rule))
        }
    }
}

extension RackSettings {
    /// Works out the routes of the events of live inputs.
    ///
    /// Rules that name tracks and ports match no input, and are not reported. An input's rules hold
    /// for what comes by the socket too, unless one of the socket's takes it first. Events that no
    /// rule matches go to the fallback's sampler of the input. Rules for sources by name hold for
    /// what comes from such a source, on any input.
    ///
    /// - Parameters:
    ///   - inputs: The number of inputs.
    ///   - old: The patterns of the rack that this one replaces: they keep their numbers.
    /// - Returns: The routes.
    /// - Throws: A fault in the rack.
    public func routing(
        ofInputs inputs: Int,
        after old: [String] = []
    ) throws(RoutingError) -> LiveRouting {
        try check()
        let routing = LiveRouting(self, inputs: inputs, after: old)
        guard routing.samplers.count <= Self.maximumSamplers else {
            throw RoutingError(
                .tooManySamplers,
                "\(routing.samplers.count) samplers, expected at most \(Self.maximumSamplers)"
            )
        }
        return routing
    }

    /// Whether a route leads to drums, as the rack says; `nil` where it does not.
    func givenDrums(_ route: Route, channel: UInt8) -> Bool? {
        guard route.isDrums == nil, route.preset == nil, let drumChannels else { return nil }
        return drumChannels >> UInt16(channel) & 1 == 1
    }
}

extension RoutingSource {
    /// Whether it names live inputs or what comes by the socket.
    fileprivate var concernsInputs: Bool {
        switch self {
        case .all, .input, .inputName, .socket: true
        case .track, .trackName, .port, .deviceName: false
        }
    }

    /// Whether it is an input, from 0, or what comes by the socket on it, or sources that may play on it.
    fileprivate func matches(input: Int, bySocket: Bool) -> Bool {
        switch self {
        case .all: true
        case .input(let number): number - 1 == input
        case .inputName: !bySocket
        case .socket: bySocket
        case .track, .trackName, .port, .deviceName: false
        }
    }
}
