import Sequencer

/// The presets that a rack gives the parts of a piece.
struct PartPresets {
    private let programs: [PartPreset]
    private let matching: RuleMatching

    init(_ programs: [PartPreset], in sequence: PreparedSequence) {
        self.programs = programs
        matching = RuleMatching(programs.map(\.rule), in: sequence)
    }

    private func index(_ lane: Lane, channel: Int) -> Int? {
        programs.indices.first { matching.matches($0, lane, channel: channel) }
    }

    /// The preset of a channel of a lane; `nil` for what the music selects.
    func preset(_ lane: Lane, channel: Int) -> RoutingDestination.FixedPreset? {
        index(lane, channel: channel).map { programs[$0].preset }
    }

    /// The parts that match nothing in the piece.
    ///
    /// - Parameters:
    ///   - lanes: The lanes.
    ///   - used: By lane: the channels with messages.
    /// - Returns: A finding for each.
    func unmatched(_ lanes: [Lane], _ used: [UInt16]) -> [RoutingFinding] {
        programs.indices.compactMap { number in
            guard matching.concernsPieces(number) else { return nil }
            let matches = lanes.indices.contains { lane in
                (0..<16).contains {
                    used[lane] >> UInt16($0) & 1 == 1
                        && matching.matches(number, lanes[lane], channel: $0)
                }
            }
            let part = programs[number]
            return matches
                ? nil : .unmatchedProgram(RoutingSelector(part.source, channels: part.channels))
        }
    }

    /// Gives tracks that share a channel of a sampler, but not its preset, free channels.
    ///
    /// A channel can have only one preset at a time.
    ///
    /// - Parameters:
    ///   - routes: By lane × 16 + channel: the routes of a piece.
    ///   - lanes: The lanes.
    /// - Throws: `noFreeChannel` for a sampler whose channels are all in use.
    func separate(_ routes: inout [[Route]], _ lanes: [Lane]) throws(RoutingError) {
        guard !programs.isEmpty else { return }
        /// A channel of a sampler.
        struct Place: Hashable {
            var sampler: Int
            var channel: UInt8
        }
        var presets: [Place: Set<RoutingDestination.FixedPreset?>] = [:]
        for route in routes.joined() {
            guard let sampler = route.sampler else { continue }
            presets[Place(sampler: sampler, channel: route.channel), default: []]
                .insert(route.preset)
        }
        var moved: [Place: [RoutingDestination.FixedPreset: UInt8]] = [:]
        for index in routes.indices {
            let (lane, channel) = (lanes[index >> 4], index & 15)
            // Presets of rules are on the channels that the rules say.
            guard let part = self.index(lane, channel: channel), lane.track != nil else { continue }
            for number in routes[index].indices {
                let route = routes[index][number]
                guard let sampler = route.sampler, route.preset == programs[part].preset else {
                    continue
                }
                let place = Place(sampler: sampler, channel: route.channel)
                guard let preset = route.preset, presets[place, default: []].count > 1 else {
                    continue
                }
                if moved[place]?[preset] == nil {
                    // Channel 10 last: it plays drums unless the preset says otherwise.
                    let free = (Array(0..<9) + Array(10..<16) + [9]).first {
                        presets[Place(sampler: sampler, channel: UInt8($0))] == nil
                    }
                    guard let free else {
                        throw RoutingError(
                            .noFreeChannel,
                            "program of \(RoutingSelector(programs[part].source)): its channel plays "
                                + "other parts too, and the sampler has no free channel"
                        )
                    }
                    moved[place, default: [:]][preset] = UInt8(free)
                    presets[Place(sampler: sampler, channel: UInt8(free))] = [preset]
                }
                routes[index][number].channel = moved[place]?[preset] ?? route.channel
            }
        }
    }
}
