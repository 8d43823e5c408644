import MIDI
import Realtime
import Sequencer

/// The exchange of the routes while music plays.
extension EngineCore {
    /// Ends what sounds at destinations that a source no longer leads to, and notes the new ones,
    /// which are to be put into its state.
    ///
    /// To be followed by the player's change to the item that the routes belong to, whose preroll
    /// puts the new destinations into that state.
    @_noLocks
    mutating func exchangeRoutes(with routes: RoutingView, offset: Int32) {
        guard let old = deck.routes, let rack = deck.rack else { return }
        deck.player.forgetMoved()
        for lane in 0..<min(max(old.laneCount, routes.laneCount), deck.links.lanes) {
            let way = Way(lane: lane, rack: rack, routes: routes, offset: offset)
            var reached: UInt64 = 0
            if lane < routes.laneCount {
                reached = routes.reached[lane] & ~samplersReached(old, byPort: routes.ports[lane])
            }
            var moved: UInt16 = 0
            for channel: UInt8 in 0..<16 {
                let fresh = freshWays(lane: lane, channel: channel, old, routes)
                deck.fresh.set(lane: lane, channel: channel, ways: fresh)
                if fresh != 0 { moved |= 1 << UInt16(channel) }
                if deck.links.count > 0 { releaseLeft(channel, way) }
            }
            if moved != 0 {
                let isNew = lane >= old.laneCount || old.isEmpty(lane: lane)
                deck.player.markMoved(lane: lane, channels: moved, isNew: isNew)
            }
            // The first of the port's lanes that has something to send sends it for all of them.
            deck.fresh.set(lane: lane, samplers: moved != 0 ? reached : 0)
            for before in 0..<min(lane, routes.laneCount)
            where lane < routes.laneCount && routes.ports[before] == routes.ports[lane] {
                let told = deck.fresh.samplers(lane: before)
                if told != 0 { deck.fresh.set(lane: lane, samplers: 0) }
            }
        }
        fixNewPresets(old, Way(lane: 0, rack: rack, routes: routes, offset: offset))
    }

    /// Ends what sounds at destinations that no route leads to any more.
    @_noLocks
    mutating func releaseLeft(with routes: RoutingView, on rack: Loan<Rack>, offset: Int32) {
        guard deck.links.count > 0 else { return }
        for lane in 0..<deck.links.lanes {
            let way = Way(lane: lane, rack: rack, routes: routes, offset: offset)
            for channel: UInt8 in 0..<16 { releaseLeft(channel, way) }
        }
    }

    /// The samplers that the lanes of a port reach.
    @_noLocks
    private func samplersReached(_ routes: RoutingView, byPort port: UInt16) -> UInt64 {
        for lane in 0..<routes.laneCount where routes.ports[lane] == port {
            return routes.reached[lane]
        }
        return 0
    }

    /// The new routes of a channel, a bit for each of the first 32.
    @_noLocks
    private func freshWays(
        lane: Int,
        channel: UInt8,
        _ old: RoutingView,
        _ new: RoutingView
    ) -> UInt32 {
        let (before, after) = (
            old.range(lane: lane, channel: channel), new.range(lane: lane, channel: channel)
        )
        var fresh: UInt32 = 0
        for index in after.first..<after.end
        where !new.entries[index].drops && index &- after.first < 32 {
            var isKnown = false
            for other in before.first..<before.end
            where old.entries[other].hasSameState(as: new.entries[index]) {
                isKnown = true
            }
            if !isKnown { fresh |= 1 << UInt32(truncatingIfNeeded: index &- after.first) }
        }
        return fresh
    }

    /// Selects the presets that were not given before; others continue to sound as they are.
    @_noLocks
    private mutating func fixNewPresets(_ old: RoutingView, _ way: Way) {
        for index in 0..<way.routes.fixed.count {
            var isKnown = false
            for other in 0..<old.fixed.count
            where old.fixed[other].isSame(as: way.routes.fixed[index]) {
                isKnown = true
            }
            if !isKnown { fixPreset(way.routes.fixed[index], way) }
        }
    }
}
