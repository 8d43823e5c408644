import MIDI
import Sequencer

/// The changes that rules make to the messages of a piece, by lane and channel.
///
/// Where rules with different changes take parts of one channel, its lane has a copy for each
/// further list of changes, and each note is in one of them only.
struct RuleChanges: LaneMessageChanges {
    /// A channel of a lane, whatever copy of it.
    private struct Place: Hashable {
        var lane: Lane
        var channel: UInt8

        init(_ lane: Lane, channel: UInt8) {
            self.lane = lane
            self.lane.variant = 0
            self.channel = channel
        }
    }

    /// The rules of a channel, and their changes.
    private struct Part {
        /// The rules that take its events, in their order.
        var rules: [Int]
        /// The lists of changes, by the number of the lane's copy; an empty one is the first.
        var lists: [[ControllerChange]]
        /// Whether something is left for the fallback.
        var hasRest: Bool
    }

    /// The rules; their changes include those of all sources that they do not replace.
    private let rules: [RoutingRule]
    /// The changes of what no rule takes.
    private let rest: [ControllerChange]
    private var parts: [Place: Part] = [:]
    let copies: [Lane]

    /// Finds out which lanes need copies.
    ///
    /// - Parameters:
    ///   - rack: The rack with the rules.
    ///   - sequence: The piece.
    ///   - split: The piece, split into the lanes that the rules ask for.
    init(_ rack: RackSettings, in sequence: PreparedSequence, split: PreparedSequence) {
        let rules = rack.rules.map { rule in
            var rule = rule
            rule.changes = rack.changes(with: rule)
            return rule
        }
        let rest = rack.changes
        (self.rules, self.rest) = (rules, rest)
        let matching = RuleMatching(rules, in: sequence)
        let lanes = split.lanes
        var used = [UInt16](repeating: 0, count: lanes.count)
        for event in split.schedule where event.kind == .channel {
            used[Int(event.port)] |= 1 << UInt16(event.bits & 15)
        }
        var counts = [Int](repeating: 1, count: lanes.count)
        for (number, lane) in lanes.enumerated() {
            for channel: UInt8 in 0..<16 where used[number] >> UInt16(channel) & 1 == 1 {
                var taking: [Int] = []
                for rule in rules.indices
                where matching.matches(rule, lane, channel: Int(channel)) {
                    taking.append(rule)
                    if rules[rule].takesEveryNote { break }
                }
                guard !rest.isEmpty || taking.contains(where: { !rules[$0].changes.isEmpty })
                else { continue }
                let hasRest = taking.last.map { !rules[$0].takesEveryNote } ?? true
                var lists: [[ControllerChange]] = []
                if hasRest || taking.contains(where: { rules[$0].changes == rest }) {
                    lists.append(rest)
                }
                for rule in taking where !lists.contains(rules[rule].changes) {
                    lists.append(rules[rule].changes)
                }
                parts[Place(lane, channel: channel)] =
                    Part(rules: taking, lists: lists, hasRest: hasRest)
                counts[number] = max(counts[number], lists.count)
            }
        }
        copies = lanes.indices.flatMap { number in
            (1..<counts[number]).map { variant in
                Lane(port: lanes[number].port, track: lanes[number].track, variant: variant)
            }
        }
    }

    /// The changes that a lane has on a channel; `nil` where nothing of the channel is in it.
    private func list(_ lane: Lane, _ part: Part?) -> [ControllerChange]? {
        guard let part else { return lane.variant == 0 ? [] : nil }
        return part.lists.indices.contains(lane.variant) ? part.lists[lane.variant] : nil
    }

    /// Whether a rule takes what a lane has on a channel.
    func concerns(_ rule: Int, _ lane: Lane, channel: UInt8) -> Bool {
        list(lane, parts[Place(lane, channel: channel)]) == rules[rule].changes
    }

    /// Whether what no rule takes on a channel is in a lane.
    func hasRest(_ lane: Lane, channel: UInt8) -> Bool {
        guard let part = parts[Place(lane, channel: channel)] else { return lane.variant == 0 }
        return part.hasRest && list(lane, part) == rest
    }

    /// The kinds of messages that rules in other copies of a lane lead to the same destination: of
    /// several rules the first counts, but for notes and what belongs to keys.
    ///
    /// - Parameters:
    ///   - destination: The sampler and its channel.
    ///   - rule: The rule that leads there too; `nil` for the fallback.
    ///   - lane: The lane.
    ///   - channel: The channel of the music.
    /// - Returns: The kinds.
    func kindsElsewhere(
        to destination: (sampler: String, channel: UInt8),
        before rule: Int?,
        _ lane: Lane,
        channel: UInt8
    ) -> MessageKinds {
        guard let part = parts[Place(lane, channel: channel)] else { return [] }
        let changes = rule.map { rules[$0].changes } ?? rest
        var kinds: MessageKinds = []
        for other in part.rules
        where other < rule ?? .max && rules[other].changes != changes
            && rules[other].leads(to: destination, from: channel)
        {
            kinds.formUnion(rules[other].kinds)
        }
        return kinds.subtracting([.notes, .pressures])
    }

    /// Whether channel pressure is led by an earlier rule, in another copy of a lane, wherever a
    /// list of changes would lead it.
    private func isPressureElsewhere(
        _ changes: [ControllerChange],
        _ part: Part,
        channel: UInt8
    ) -> Bool {
        if changes == rest, part.hasRest { return false }
        return part.rules.enumerated().allSatisfy { index, number in
            let rule = rules[number]
            guard rule.changes == changes, rule.kinds.contains(.pressures) else { return true }
            return rule.destinations.allSatisfy { destination in
                part.rules[..<index].contains { earlier in
                    let to = (destination.sampler, destination.channel ?? channel)
                    return rules[earlier].changes != changes
                        && rules[earlier].kinds.contains(.pressures)
                        && rules[earlier].leads(to: to, from: channel)
                }
            }
        }
    }

    func messages(_ message: MIDIMessage, in lane: Lane) -> [MIDIMessage] {
        let part = parts[Place(lane, channel: message.channel)]
        guard let changes = list(lane, part) else { return [] }
        guard let part else { return [message] }
        if message.isNoteOn {
            // The first rule that takes it has it.
            let rule = part.rules.first {
                rules[$0].takes(key: message.data1, velocity: message.data2)
            }
            guard rule.map({ rules[$0].changes }) ?? rest == changes else { return [] }
            // It is dropped.
            if let rule, rules[rule].destinations.isEmpty { return [message] }
        }
        let kind = message.status & 0xF0
        if kind == 0xD0, part.lists.count > 1,
            isPressureElsewhere(changes, part, channel: message.channel)
        {
            return []
        }
        let matching = changes.filter { $0.matches(message) }
        guard !matching.isEmpty else { return [message] }
        let results = matching.compactMap { $0.result(of: message) }
        guard message.isNoteOff || kind == 0xA0 else { return results }
        // They belong to the rules that take the key, or to what no rule takes.
        let isTaken = part.rules.contains {
            rules[$0].changes == changes && rules[$0].keys.contains(message.data1)
        }
        guard isTaken || changes == rest && part.hasRest else { return [message] }
        // By its velocity the note-on may have been a note.
        return message.isNoteOff ? [message] + results : results
    }
}

extension RoutingRule {
    /// Whether it leads to a channel of a sampler.
    fileprivate func leads(
        to destination: (sampler: String, channel: UInt8),
        from channel: UInt8
    ) -> Bool {
        destinations.contains {
            $0.sampler == destination.sampler && $0.channel ?? channel == destination.channel
        }
    }

    /// Whether a note takes it, as far as key and velocity go.
    fileprivate func takes(key: UInt8, velocity: UInt8) -> Bool {
        keys.contains(key) && velocities.contains(velocity)
    }
}
