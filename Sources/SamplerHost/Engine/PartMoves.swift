import Realtime

/// The channels of samplers to which a change of the live inputs' routes moves parts.
///
/// Used by the audio thread during the change.
struct PartMoves: BitwiseCopyable {
    let old: Loan<Rack>
    let rack: Loan<Rack>
    let before: RoutingView
    let after: RoutingView
    /// By sampler: the channels that parts led to before the change, one bit each; they keep their
    /// state.
    private var played = InlineArray<64, UInt16>(repeating: 0)
    /// By sampler: the channels that have received the state of a part.
    private var moved = InlineArray<64, UInt16>(repeating: 0)

    /// - Returns: `nil` for racks of music.
    @_noLocks
    init?(from old: Loan<Rack>, to rack: Loan<Rack>) {
        guard let before = old.value.liveRoutes, let after = rack.value.liveRoutes else {
            return nil
        }
        self.old = old
        self.rack = rack
        self.before = before
        self.after = after
    }

    /// Whether a number means the same sampler or output in both racks.
    @_noLocks
    func isKept(_ sampler: UInt8) -> Bool {
        let number = Int(sampler)
        if old == rack { return true }
        guard number < old.value.samplers.count else { return false }
        let (before, after) = (old.value.samplers[number], rack.value.samplers[number])
        if before.isOutput || after.isOutput { return before.output == after.output }
        return after.source == number && before.shardCount > 0 && after.shardCount > 0
    }

    @_noLocks
    private static func bit(_ channel: UInt8) -> UInt16 { 1 << UInt16(channel & 15) }

    /// Records the channels that a channel of a source led to.
    @_noLocks
    mutating func notePlayed(lane: Int, channel: UInt8, names: UInt32) {
        let range = before.range(lane: lane, channel: channel, names: names)
        for index in range.first..<range.end {
            let entry = before.entries[index]
            guard !entry.drops, entry.isFor(names) else { continue }
            played[Int(entry.sampler & 63)] |= Self.bit(entry.channel)
        }
    }

    /// Whether a channel of a sampler has another part, or has received the state of one.
    @_noLocks
    func isTaken(_ entry: RouteEntry) -> Bool {
        let isPlayed = played[Int(entry.sampler & 63)] & Self.bit(entry.channel) != 0
        return isPlayed && isKept(entry.sampler) || isMoved(entry)
    }

    /// Whether a channel of a sampler has received the state of a part.
    @_noLocks
    func isMoved(_ entry: RouteEntry) -> Bool {
        moved[Int(entry.sampler & 63)] & Self.bit(entry.channel) != 0
    }

    /// Whether a sampler has received the state of a part on any channel.
    @_noLocks
    func isReached(_ sampler: UInt8) -> Bool { moved[Int(sampler & 63)] != 0 }

    /// Records that a channel of a sampler has received the state of a part.
    @_noLocks
    mutating func noteMoved(_ entry: RouteEntry) {
        moved[Int(entry.sampler & 63)] |= Self.bit(entry.channel)
    }

    /// The old route that supplies the state for a part's new route; `nil` if the part already led
    /// there, or led nowhere.
    @_noLocks
    func origin(of entry: RouteEntry, lane: Int, channel: UInt8, names: UInt32) -> RouteEntry? {
        let range = before.range(lane: lane, channel: channel, names: names)
        var first: RouteEntry?
        var nearest: RouteEntry?
        for index in range.first..<range.end {
            let other = before.entries[index]
            guard !other.drops, other.isFor(names) else { continue }
            if other.leads(to: entry), isKept(entry.sampler) { return nil }
            if first == nil { first = other }
            // In a split keyboard: the part with these keys.
            let overlaps = other.lowKey <= entry.highKey && other.highKey >= entry.lowKey
            if overlaps, nearest == nil { nearest = other }
        }
        return nearest ?? first
    }
}
