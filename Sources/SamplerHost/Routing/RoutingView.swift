import MIDI
import Realtime

/// The content of a ``RoutingTable``, lent to the audio thread.
struct RoutingView: BitwiseCopyable, Sendable {
    /// By lane × 16 + channel: where its routes begin, followed by the end of the last.
    let offsets: LentElements<UInt32>
    let entries: LentElements<RouteEntry>
    /// Velocity curves of 128 values each.
    let curves: LentElements<UInt8>
    /// By lane: the samplers, a bit each, that get System Exclusive messages by it: those that no
    /// lane of the same port with a lower number reaches.
    let exclusives: LentElements<UInt64>
    /// By lane: the samplers that the lanes of its port reach.
    let reached: LentElements<UInt64>
    /// By lane: its port.
    let ports: LentElements<UInt16>
    /// Channels whose preset or kind is given.
    let fixed: LentElements<FixedChannel>
    /// The changes of all lists, one after the other.
    let changes: LentElements<ControllerChange>
    /// By number of a list: where its changes begin, followed by the end of the last.
    let changeOffsets: LentElements<UInt32>
    let laneCount: Int
    /// Whether some routes change messages.
    let hasChanges: Bool
    /// Whether some routes are for live sources by name.
    let hasSourceNames: Bool
    /// Equal for equal routes.
    let number: Int

    /// The routes of a channel of a lane.
    @_noLocks
    func range(lane: Int, channel: UInt8) -> (first: Int, end: Int) {
        guard lane < laneCount else { return (0, 0) }
        let index = lane << 4 | Int(channel & 15)
        return (Int(offsets[index]), Int(offsets[index &+ 1]))
    }

    /// The routes of a channel of a lane, up to the last that a source may take.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - channel: The channel.
    ///   - names: The names of the source, a bit each.
    /// - Returns: The first of the routes, and the index behind the last.
    @_noLocks
    func range(lane: Int, channel: UInt8, names: UInt32) -> (first: Int, end: Int) {
        let all = range(lane: lane, channel: channel)
        guard hasSourceNames, names != 0 else { return all }
        for index in all.first..<all.end {
            let entry = entries[index]
            guard entry.sourceName & names != 0, entry.isComplete else { continue }
            // Those of one rule are adjacent.
            var end = index &+ 1
            while end < all.end, entries[end].rule == entry.rule { end &+= 1 }
            return (all.first, end)
        }
        return all
    }

    /// The samplers, a bit each, that get System Exclusive messages of a source by a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - names: The names of the source, a bit each.
    /// - Returns: The samplers.
    @_noLocks
    func exclusives(lane: Int, names: UInt32) -> UInt64 {
        guard hasSourceNames else { return exclusives[lane] }
        var samplers: UInt64 = 0
        for channel: UInt8 in 0..<16 {
            let range = range(lane: lane, channel: channel, names: names)
            for index in range.first..<range.end {
                let entry = entries[index]
                guard entry.isFor(names), entry.passes(MessageKindBit.systemExclusive) else {
                    continue
                }
                samplers |= 1 << UInt64(entry.sampler)
            }
        }
        return samplers
    }

    /// Whether a lane leads nowhere.
    @_noLocks
    func isEmpty(lane: Int) -> Bool { offsets[lane << 4] == offsets[(lane &+ 1) << 4] }

    /// Whether messages of a kind take a route, and no route before it has led them to the same
    /// destination.
    @_noLocks
    func isFirst(_ index: Int, from first: Int, kind: UInt8, names: UInt32) -> Bool {
        guard entries[index].passes(kind), entries[index].isFor(names) else { return false }
        for before in first..<index
        where entries[before].passes(kind) && entries[before].isFor(names)
            && entries[before].leads(to: entries[index])
        {
            return false
        }
        return true
    }

    /// Whether one of the routes of a channel leads messages of a kind to a destination.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - channel: The channel.
    ///   - names: The names of the source, a bit each.
    ///   - kind: The kind.
    ///   - changes: The list of changes that the route has; ``anyChanges`` for any.
    ///   - sampler: The sampler.
    ///   - destination: Its channel.
    /// - Returns: Whether one does.
    @_noLocks
    func leads(
        lane: Int,
        channel: UInt8,
        names: UInt32,
        kind: UInt8,
        changes: UInt16 = Self.anyChanges,
        to sampler: UInt8,
        _ destination: UInt8
    ) -> Bool {
        let range = range(lane: lane, channel: channel, names: names)
        for index in range.first..<range.end
        where entries[index].passes(kind) && entries[index].isFor(names)
            && entries[index].sampler == sampler && entries[index].channel == destination
            && (changes == Self.anyChanges || entries[index].changes == changes)
        {
            return true
        }
        return false
    }

    /// A velocity as a route plays it.
    @_noLocks
    func velocity(_ velocity: UInt8, by entry: RouteEntry) -> UInt8 {
        curves[Int(entry.curve) << 7 | Int(velocity & 127)]
    }
}

/// The changes that routes of live sources make.
extension RoutingView {
    /// The number that means any list of changes.
    static var anyChanges: UInt16 { @_noLocks get { .max } }

    /// The changes of a list.
    @_noLocks
    func changes(of list: UInt16) -> (first: Int, end: Int) {
        (Int(changeOffsets[Int(list)]), Int(changeOffsets[Int(list) &+ 1]))
    }

    /// Whether a list of changes matches a message.
    @_noLocks
    func changes(_ list: UInt16, match message: MIDIMessage) -> Bool {
        let range = changes(of: list)
        for index in range.first..<range.end where changes[index].matches(message) { return true }
        return false
    }

    /// Whether a list of changes makes a controller of something.
    @_noLocks
    func changes(_ list: UInt16, make controller: UInt8) -> Bool {
        let range = changes(of: list)
        for index in range.first..<range.end {
            if case .controller(let number) = changes[index].target, number == controller {
                return true
            }
        }
        return false
    }

    /// Whether a route of a channel makes a controller of something.
    @_noLocks
    func makes(_ controller: UInt8, lane: Int, channel: UInt8, names: UInt32) -> Bool {
        guard hasChanges else { return false }
        let range = range(lane: lane, channel: channel, names: names)
        for index in range.first..<range.end
        where entries[index].isFor(names) && !entries[index].drops
            && changes(entries[index].changes, make: controller)
        {
            return true
        }
        return false
    }

    /// Whether a route is the first of its channel that has its list of changes.
    @_noLocks
    func isFirstOfList(_ index: Int, from first: Int, names: UInt32) -> Bool {
        guard entries[index].isFor(names) else { return false }
        for before in first..<index
        where entries[before].isFor(names) && entries[before].changes == entries[index].changes {
            return false
        }
        return true
    }
}
