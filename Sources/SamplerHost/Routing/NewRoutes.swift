import Realtime

/// The routes that a change of the rules has added: only they get the messages that put a source's
/// channel into its state, and other destinations get none.
///
/// The audio thread's.
struct NewRoutes: ~Copyable {
    /// By lane × 16 + channel: the new ones of the first 32 routes, a bit each.
    private var ways: FixedArray<UInt32>
    /// By lane: the samplers, a bit each, that its port has not reached before.
    private var samplers: FixedArray<UInt64>

    /// Nothing is new.
    ///
    /// Allocates: not for the audio thread.
    init(lanes: Int) {
        ways = FixedArray(repeating: 0, count: lanes * 16)
        samplers = FixedArray(repeating: 0, count: lanes)
    }

    /// Notes the new routes of a channel of a lane.
    @_noLocks
    mutating func set(lane: Int, channel: UInt8, ways mask: UInt32) {
        ways[lane << 4 | Int(channel & 15)] = mask
    }

    /// Notes the new samplers of a lane.
    @_noLocks
    mutating func set(lane: Int, samplers mask: UInt64) { samplers[lane] = mask }

    /// The new routes of a channel of a lane.
    @_noLocks
    func ways(lane: Int, channel: UInt8) -> UInt32 { ways[lane << 4 | Int(channel & 15)] }

    /// The new samplers of a lane.
    @_noLocks
    func samplers(lane: Int) -> UInt64 { samplers[lane] }
}
