import MIDI
import Sequencer

/// Makes the routes of a piece from rules.
struct RouteCompiler {
    private let rack: RackSettings
    private let source: PreparedSequence
    private let split: PreparedSequence
    private let lanes: [Lane]
    private let matching: RuleMatching
    private let programs: PartPresets
    private let changes: RuleChanges?
    /// By lane: the channels with messages.
    private var used: [UInt16]
    /// By lane × 16 + channel: how many notes there are.
    private var notes: [Int]
    private var samplers: [String: Int] = [:]
    /// The fallback's samplers that are needed, by port.
    private var fallbacks: [Int] = []
    private var findings: [RoutingFinding] = []

    /// Prepares for a piece.
    ///
    /// - Parameters:
    ///   - rack: The rack, which was checked.
    ///   - source: The piece.
    ///   - split: The piece, split into the lanes that the rules ask for.
    ///   - changes: The changes of its messages in them; `nil` for none.
    init(
        _ rack: RackSettings,
        _ source: PreparedSequence,
        split: PreparedSequence,
        _ changes: RuleChanges?
    ) {
        self.changes = changes
        self.rack = rack
        self.source = source
        self.split = split
        lanes = split.lanes
        matching = RuleMatching(rack.rules, in: source)
        programs = PartPresets(rack.programs, in: source)
        used = Array(repeating: 0, count: lanes.count)
        notes = Array(repeating: 0, count: lanes.count * 16)
        for event in split.schedule where event.kind == .channel {
            used[Int(event.port)] |= 1 << UInt16(event.bits & 15)
            if event.message.isNoteOn { notes[event.channelIndex] += 1 }
        }
        for (index, sampler) in rack.samplers.enumerated() { samplers[sampler.name] = index }
    }

    /// The piece and its routes.
    mutating func routed() throws(RoutingError) -> RoutedSequence {
        var ruled: [[Route]] = []
        for index in notes.indices { ruled.append(routes(lane: index >> 4, channel: index & 15)) }
        findShadowed(ruled)
        let unheard = unheardNotes(ruled)
        chooseFallbacks(unheard, ruled)
        let names =
            rack.samplers.map(\.name) + fallbacks.compactMap(rack.fallbackName)
            + rack.outputNames
        guard names.count <= RackSettings.maximumSamplers else {
            throw RoutingError(
                .tooManySamplers,
                "\(names.count) samplers, expected at most \(RackSettings.maximumSamplers)"
            )
        }
        for (number, name) in names.enumerated() { samplers[name] = number }
        var routes = ruled.indices.map { index in
            ways(ruled[index], lane: index >> 4, channel: UInt8(truncatingIfNeeded: index & 15))
        }
        try programs.separate(&routes, lanes)
        findings += programs.unmatched(lanes, used)
        return RoutedSequence(
            source,
            split: split.withDrums(drums(routes)),
            samplers: names,
            routes: routes,
            findings: findings
        )
    }

    /// The routes by rules: up to the first that takes every note.
    ///
    /// Their samplers are not known before those of the fallback are.
    private func routes(lane: Int, channel: Int) -> [Route] {
        guard used[lane] >> UInt16(channel) & 1 == 1 else { return [] }
        var routes: [Route] = []
        for (number, rule) in rack.rules.enumerated()
        where matching.matches(number, lanes[lane], channel: channel) {
            routes += self.routes(number, lane: lane, channel: UInt8(truncatingIfNeeded: channel))
            if rule.takesEveryNote { break }
        }
        return routes
    }

    /// The routes by a rule; none for what it takes in another copy of the lane.
    private func routes(_ number: Int, lane: Int, channel: UInt8) -> [Route] {
        let rule = rack.rules[number]
        let routes = rule.routes(number, channel: channel)
        guard let changes else { return routes }
        guard changes.concerns(number, lanes[lane], channel: channel) else { return [] }
        guard !rule.destinations.isEmpty else { return routes }
        return zip(routes, rule.destinations).map { route, destination in
            var route = route
            route.kinds.subtract(
                changes.kindsElsewhere(
                    to: (destination.sampler, destination.channel ?? channel),
                    before: number,
                    lanes[lane],
                    channel: channel
                )
            )
            return route
        }
    }

    private mutating func findShadowed(_ ruled: [[Route]]) {
        let reached = Set(ruled.joined().compactMap(\.rule))
        for number in rack.rules.indices where !reached.contains(number) {
            guard matching.concernsPieces(number) else { continue }
            let matches = notes.indices.contains { index in
                used[index >> 4] >> UInt16(index & 15) & 1 == 1
                    && matching.matches(number, lanes[index >> 4], channel: index & 15)
            }
            findings.append(matches ? .shadowedRule(number) : .unmatchedRule(number))
        }
    }

    /// By lane × 16 + channel: how many notes no rule takes.
    private func unheardNotes(_ ruled: [[Route]]) -> [Int] {
        var unheard = notes.indices.map { ruled[$0].isEmpty ? notes[$0] : 0 }
        for event in split.schedule where event.kind == .channel && event.message.isNoteOn {
            let routes = ruled[event.channelIndex]
            guard let last = routes.last, !last.isComplete else { continue }
            let (key, velocity) = (event.message.data1, event.message.data2)
            if !routes.contains(where: { $0.takes(key: key, velocity: velocity) }) {
                unheard[event.channelIndex] += 1
            }
        }
        return unheard
    }

    /// Finds out which ports need a sampler of the fallback, and what is not heard without one.
    private mutating func chooseFallbacks(_ unheard: [Int], _ ruled: [[Route]]) {
        var ports: Set<Int> = []
        for (index, count) in unheard.enumerated() where count > 0 {
            let lane = lanes[index >> 4]
            if rack.fallback == nil {
                findings.append(
                    .unheard(
                        track: lane.track,
                        port: source.ports[lane.port],
                        channel: UInt8(truncatingIfNeeded: index & 15),
                        notes: count
                    )
                )
            } else {
                ports.insert(lane.port)
            }
        }
        // Rules may name the fallback's samplers too.
        let named = Set(
            ruled.joined().compactMap { route in
                route.rule.map { rack.rules[$0].destinations }
            }.joined().map(\.sampler)
        )
        for number in 0..<RackSettings.maximumSamplers {
            guard let name = rack.fallbackName(number), samplers[name] == nil else { break }
            guard ports.contains(number) || named.contains(name) else { continue }
            samplers[name] = rack.samplers.count + fallbacks.count
            fallbacks.append(number)
        }
    }

    /// The routes with their samplers and presets, and the one to the fallback behind them.
    private func ways(_ ruled: [Route], lane: Int, channel: UInt8) -> [Route] {
        var places: [Int: Int] = [:]
        let preset = programs.preset(lanes[lane], channel: Int(channel))
        var ways = ruled.map { route in
            var route = route
            guard let rule = route.rule else { return route }
            let place = places[rule, default: 0]
            places[rule] = place + 1
            let destinations = rack.rules[rule].destinations
            if !destinations.isEmpty {
                route.sampler = samplers[destinations[place].sampler]
                route.preset = route.preset ?? preset
            }
            route.isDrums = route.isDrums ?? rack.givenDrums(route, channel: channel)
            if isDrums(route, lane: lane, channel: channel) { route.transpose = 0 }
            return route
        }
        let isUsed = used[lane] >> UInt16(channel) & 1 == 1
        let hasRest = changes?.hasRest(lanes[lane], channel: channel) ?? true
        if isUsed, hasRest, ways.last?.isComplete != true,
            let name = rack.fallbackName(lanes[lane].port), let sampler = samplers[name]
        {
            var route = Route(sampler: sampler, channel: channel)
            if let changes {
                route.kinds.subtract(
                    changes.kindsElsewhere(
                        to: (name, channel),
                        before: nil,
                        lanes[lane],
                        channel: channel
                    )
                )
            }
            route.preset = preset
            route.isDrums = route.isDrums ?? rack.givenDrums(route, channel: channel)
            ways.append(route)
        }
        return ways
    }

    /// Whether notes that take a route are drums.
    private func isDrums(_ route: Route, lane: Int, channel: UInt8) -> Bool {
        if let isDrums = route.isDrums { return isDrums }
        if let preset = route.preset { return preset.bank == 128 }
        guard route.channel == channel else { return route.channel == 9 }
        return split.schedule.drumChannels[lane] >> UInt16(channel) & 1 == 1
    }

    /// By lane: the channels whose first route leads to drums.
    private func drums(_ routes: [[Route]]) -> [UInt16] {
        lanes.indices.map { lane in
            (UInt8(0)..<16).reduce(0) { drums, channel in
                guard let first = routes[lane << 4 | Int(channel)].first, first.sampler != nil
                else {
                    return drums | split.schedule.drumChannels[lane] & 1 << UInt16(channel)
                }
                return isDrums(first, lane: lane, channel: channel)
                    ? drums | 1 << UInt16(channel) : drums
            }
        }
    }
}

extension RoutingRule {
    /// The routes that it makes for a channel of a source; their samplers are still to be found.
    func routes(_ number: Int, channel: UInt8) -> [Route] {
        func filled(_ route: Route) -> Route {
            var route = route
            (route.keys, route.velocities, route.kinds) = (keys, velocities, kinds)
            route.rule = number
            return route
        }
        guard !destinations.isEmpty else { return [filled(Route(sampler: nil, channel: channel))] }
        return destinations.map { destination in
            var route = Route(sampler: nil, channel: destination.channel ?? channel)
            route.transpose = destination.transpose
            route.velocity = destination.velocity
            route.preset = destination.preset
            route.isDrums = destination.isDrums
            return filled(route)
        }
    }
}
