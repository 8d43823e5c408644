import MIDI
import Realtime
import Sequencer

/// Parts of live inputs that new rules lead to other samplers: these get the state of the parts'
/// channels, as a chase sends it for music.
///
/// A channel that another part already led to keeps its own state. The notes and pedals that a part
/// holds are released where they began.
extension EngineCore {
    // MARK: Channels that have played

    /// Records that a channel of a live source has sent a message.
    @_noLocks
    mutating func notePlayed(_ channel: UInt8, _ way: Way) {
        let bit: UInt16 = 1 << UInt16(channel & 15)
        livePorts.sources[way.source].played |= bit
        if hasOwnWay(channel, way) {
            livePorts.sources[way.source].playedByName |= bit
        } else {
            livePorts.sources[way.source].playedByName &= ~bit
            livePorts.played[way.lane] |= bit
        }
    }

    /// Whether a channel of a live source uses a route that matches its names.
    @_noLocks
    private func hasOwnWay(_ channel: UInt8, _ way: Way) -> Bool {
        guard way.names != 0, way.routes.hasSourceNames else { return false }
        let range = ways(of: channel, way)
        for index in range.first..<range.end
        where way.routes.entries[index].sourceName & way.names != 0 {
            return true
        }
        return false
    }

    /// Records again by which routes a source plays, after they have changed.
    @_noLocks
    private mutating func settlePlayed(_ source: Int) {
        guard let way = way(of: source, offset: 0) else { return }
        for channel: UInt8 in 0..<16
        where livePorts.sources[source].played >> UInt16(channel) & 1 == 1 {
            let wasShared = livePorts.sources[source].playedByName >> UInt16(channel) & 1 == 0
            notePlayed(channel, way)
            if wasShared, hasOwnWay(channel, way), !isShared(way.lane, channel, but: source) {
                livePorts.played[way.lane] &= ~(1 << UInt16(channel))
            }
        }
    }

    // MARK: Moves

    /// Moves the parts of live inputs to where the routes of another rack lead them.
    @_noLocks
    mutating func moveParts(from old: Loan<Rack>, to rack: Loan<Rack>) {
        guard var moves = PartMoves(from: old, to: rack) else { return }
        notePlayed(&moves, but: -1)
        for lane in 0..<livePorts.played.count {
            move(livePorts.played[lane], lane: lane, names: (0, 0), &moves)
            let way = Way(
                live: 0,
                lane: lane,
                rack: rack,
                routes: moves.after,
                offset: firstGridOffset
            )
            resetChanged(livePorts.played[lane], names: 0, way, moves)
        }
        for source in 0..<livePorts.sources.count {
            // The routes may be the first ones for a name that the source already has.
            let channels = livePorts.sources[source].played
            guard channels != 0, let way = way(of: source, offset: firstGridOffset), way.names != 0
            else { continue }
            move(channels, lane: way.lane, names: (way.names, way.names), &moves)
            resetChanged(channels, names: way.names, way, moves)
        }
        for source in 0..<livePorts.sources.count where livePorts.sources[source].played != 0 {
            guard let way = way(of: source, offset: firstGridOffset) else { continue }
            releaseLeftPedals(way)
            holdPedals(moves, way)
            settlePlayed(source)
        }
    }

    /// Gives a source other names, and moves its parts to where the routes for these lead.
    @_noLocks
    mutating func rename(_ source: Int, to names: UInt32, offset: Int32) {
        let before = livePorts.sources[source].names
        livePorts.sources[source].names = names
        guard names != before, livePorts.sources[source].played != 0,
            let way = way(of: source, offset: offset), way.routes.hasSourceNames,
            var moves = PartMoves(from: way.rack, to: way.rack)
        else { return }
        // The state is read from the samplers, which must have received all earlier events.
        renderSpan(to: Int(offset))
        notePlayed(&moves, but: source)
        let channels = livePorts.sources[source].played
        move(channels, lane: way.lane, names: (before, names), offset: offset, &moves)
        resetChanged(channels, names: before, way, moves)
        releaseLeftPedals(way)
        holdPedals(moves, way)
        settlePlayed(source)
    }

    /// Records the channels of samplers that parts lead to.
    @_noLocks
    private func notePlayed(_ moves: inout PartMoves, but one: Int) {
        for lane in 0..<livePorts.played.count {
            for channel: UInt8 in 0..<16
            where livePorts.played[lane] >> UInt16(channel) & 1 == 1
                && (one < 0 || sharesLane(lane, channel, but: one))
            {
                moves.notePlayed(lane: lane, channel: channel, names: 0)
            }
        }
        for source in 0..<livePorts.sources.count
        where source != one && livePorts.sources[source].isOpen {
            let other = livePorts.sources[source]
            let lane = lane(of: source)
            for channel: UInt8 in 0..<16 where other.playedByName >> UInt16(channel) & 1 == 1 {
                moves.notePlayed(lane: lane, channel: channel, names: other.names)
            }
        }
    }

    /// The lane of a source: those of the inputs come first, then those of the socket on each.
    @_noLocks
    func lane(of source: Int) -> Int {
        let input = livePorts.sources[source].input
        return LiveSource.isOfSocket(source) ? livePorts.inputCount &+ input : input
    }

    /// Whether another source than this one has played on the routes that a lane's sources share.
    @_noLocks
    private func sharesLane(_ lane: Int, _ channel: UInt8, but one: Int) -> Bool {
        guard self.lane(of: one) == lane else { return true }
        let bit: UInt16 = 1 << UInt16(channel)
        let own = livePorts.sources[one]
        // No other source is known to have played there.
        guard own.played & ~own.playedByName & bit != 0 else { return true }
        return isShared(lane, channel, but: one)
    }

    /// Whether an open source of a lane, except one, plays a channel by the routes that all share.
    @_noLocks
    private func isShared(_ lane: Int, _ channel: UInt8, but one: Int) -> Bool {
        let bit: UInt16 = 1 << UInt16(channel)
        for source in 0..<livePorts.sources.count
        where source != one && livePorts.sources[source].isOpen && self.lane(of: source) == lane {
            let other = livePorts.sources[source]
            if other.played & ~other.playedByName & bit != 0 { return true }
        }
        return false
    }

    /// Moves channels of a lane to where its new routes lead.
    ///
    /// - Parameters:
    ///   - channels: The channels, one bit each.
    ///   - lane: The lane.
    ///   - names: The names of the source, before and now; none for all that share the lane.
    ///   - offset: The frame in the period.
    ///   - moves: The change.
    @_noLocks
    private mutating func move(
        _ channels: UInt16,
        lane: Int,
        names: (before: UInt32, now: UInt32),
        offset: Int32? = nil,
        _ moves: inout PartMoves
    ) {
        guard channels != 0 else { return }
        for channel: UInt8 in 0..<16 where channels >> UInt16(channel) & 1 == 1 {
            let range = moves.after.range(lane: lane, channel: channel, names: names.now)
            for index in range.first..<range.end {
                let entry = moves.after.entries[index]
                guard !entry.drops, entry.isFor(names.now), !moves.isTaken(entry),
                    let origin = moves.origin(
                        of: entry,
                        lane: lane,
                        channel: channel,
                        names: names.before
                    )
                else { continue }
                bring(origin, to: entry, offset: offset ?? firstGridOffset, moves)
                moves.noteMoved(entry)
            }
        }
    }

    /// Copies the state of a channel to another.
    @_noLocks
    private mutating func bring(
        _ origin: RouteEntry,
        to entry: RouteEntry,
        offset: Int32,
        _ moves: PartMoves
    ) {
        let old = moves.old.value.samplers[Int(origin.sampler)]
        // The state of a MIDI output is not known here.
        guard old.shardCount > 0 else { return }
        var kinds = entry.kinds
        // A preset that a rule has selected, or selects, is not the part's own.
        if origin.hasPreset || entry.hasPreset { kinds &= ~MessageKindBit.programs }
        let source = old.shard(of: Int(origin.channel))
        let sampler = moves.rack.value.samplers[Int(entry.sampler)]
        guard moves.old != moves.rack, sampler.shardCount > 0 else {
            send(stateOf: source, origin.channel, to: entry, kinds: kinds, offset: offset, moves)
            return
        }
        if !moves.isKept(entry.sampler), !moves.isReached(entry.sampler) {
            mixer.copyVolume(from: old.input, to: sampler.input)
            for shard in sampler.shards {
                moves.rack.value.shards[shard].takeSettings(from: moves.old.value.shards[source])
            }
        }
        for shard in sampler.shards(of: Int(entry.channel)) {
            moves.rack.value.shards[shard].takePart(
                Int(entry.channel),
                from: moves.old.value.shards[source],
                Int(origin.channel),
                kinds: kinds
            )
        }
    }

    /// Sends the state of a channel as messages: to a MIDI output, or to a sampler that already
    /// plays.
    @_noLocks
    private mutating func send(
        stateOf shard: Int,
        _ channel: UInt8,
        to entry: RouteEntry,
        kinds: UInt8,
        offset: Int32,
        _ moves: PartMoves
    ) {
        let way = Way(live: 0, lane: 0, rack: moves.rack, routes: moves.after, offset: offset)
        if kinds & MessageKindBit.programs != 0,
            let preset = moves.old.value.shards[shard].selectedPreset(Int(channel)),
            entry.drums == 0 || (entry.drums == 2) == (preset & 0xFFFF == 128)
        {
            let event = unsafe ShardEvent(
                offset: offset,
                kind: .program,
                bits: preset | UInt32(entry.channel) << 24
            )
            push(event, to: entry.sampler, entry.channel, way)
        }
        for step in 0..<Shard.partMessageCount {
            let message = moves.old.value.shards[shard].partMessage(step, of: channel)
            guard let message, kinds & Self.kind(of: message) != 0,
                changes(message, at: entry, of: moves.rack)
            else { continue }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }

    /// Whether a message about a channel's state may change it.
    @_noLocks
    private func changes(
        _ message: MIDIMessage,
        at entry: RouteEntry,
        of rack: Loan<Rack>
    ) -> Bool {
        let sampler = rack.value.samplers[Int(entry.sampler)]
        guard sampler.shardCount > 0 else { return !Shard.isUsual(message) }
        // Its times have another meaning to FluidSynth, and data entry sets the selected parameter.
        guard message.status & 0xF0 == 0xB0, !Portamento.hides(message.data1),
            message.data1 < 98, message.data1 != 6, message.data1 != 38
        else { return true }
        let shard = sampler.shard(of: Int(entry.channel))
        let value = rack.value.shards[shard].controller(message.data1, of: entry.channel)
        return value != Int(message.data2)
    }

    @_noLocks
    private static func kind(of message: MIDIMessage) -> UInt8 {
        message.status & 0xF0 == 0xE0 ? MessageKindBit.bends : MessageKindBit.controllers
    }

    /// Presses the pedals that a source holds, at the channels to which its parts have moved.
    @_noLocks
    private mutating func holdPedals(_ moves: PartMoves, _ way: Way) {
        for channel: UInt8 in 0..<16 {
            for pedal: UInt8 in 0..<4 {
                let slot = DestinationHolds.firstPedal &+ pedal
                let number = firstLink(channel, slot, way)
                guard number != 0 else { continue }
                let controller = Pedal.controller(pedal)
                let isChanged = link(number, way).isChanged
                let value = value(ofPedal: controller, link(number, way), moves)
                let range = ways(of: channel, way)
                var way = way
                way.isChanged = isChanged
                for index in range.first..<range.end {
                    let entry = way.routes.entries[index]
                    guard entry.isFor(way.names), entry.passes(MessageKindBit.controllers),
                        moves.isMoved(entry),
                        !isChanged || way.routes.changes(entry.changes, make: controller),
                        hold(slot, for: slot, channel, at: entry, way)
                    else { continue }
                    control(controller, value, entry, way)
                }
            }
        }
    }

    /// The known position of a pedal.
    @_noLocks
    private func value(
        ofPedal controller: UInt8,
        _ link: SourceLinks.Link,
        _ moves: PartMoves
    ) -> UInt8 {
        guard Int(link.sampler) < moves.old.value.samplers.count else { return 127 }
        let sampler = moves.old.value.samplers[Int(link.sampler)]
        guard sampler.shardCount > 0 else { return 127 }
        let shard = sampler.shard(of: Int(link.channel))
        let value = moves.old.value.shards[shard].controller(controller, of: link.channel)
        return value > 0 ? UInt8(truncatingIfNeeded: value) : 127
    }
}
