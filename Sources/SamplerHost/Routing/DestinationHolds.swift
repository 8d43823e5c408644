import Realtime

/// The number of sources that hold each key and pedal at the channels of a rack's samplers.
///
/// A key goes up, and so does a pedal, when the last source releases it. The audio thread's.
struct DestinationHolds: ~Copyable {
    /// By sampler, channel and slot: the number of sources that hold it.
    private var counts: FixedArray<UInt16>
    /// By sampler and channel: how often all its keys, and its pedals, were forgotten; links to
    /// what was held before mean nothing any more.
    private var keyGenerations: FixedArray<UInt16>
    private var pedalGenerations: FixedArray<UInt16>

    /// The slots of a channel: its keys, then its pedals.
    static var slotCount: Int { @_noLocks get { 132 } }
    /// The first slot of the pedals: CC64, 66, 67, 69.
    static var firstPedal: UInt8 { @_noLocks get { 128 } }

    /// Nothing is held.
    ///
    /// Allocates: not for the audio thread.
    init(samplers: Int) {
        counts = FixedArray(repeating: 0, count: samplers * 16 * 132)
        keyGenerations = FixedArray(repeating: 0, count: samplers * 16)
        pedalGenerations = FixedArray(repeating: 0, count: samplers * 16)
    }

    @_noLocks
    private func index(_ sampler: UInt8, _ channel: UInt8) -> Int {
        Int(sampler) << 4 | Int(channel & 15)
    }

    /// The present generation of a slot.
    @_noLocks
    func generation(_ sampler: UInt8, _ channel: UInt8, _ slot: UInt8) -> UInt16 {
        slot < Self.firstPedal
            ? keyGenerations[index(sampler, channel)] : pedalGenerations[index(sampler, channel)]
    }

    /// The number of sources that hold a slot.
    @_noLocks
    func count(_ sampler: UInt8, _ channel: UInt8, _ slot: UInt8) -> UInt16 {
        counts[index(sampler, channel) &* Self.slotCount &+ Int(slot)]
    }

    /// Notes that one more source holds a slot.
    @_noLocks
    mutating func add(_ sampler: UInt8, _ channel: UInt8, _ slot: UInt8) {
        let position = index(sampler, channel) &* Self.slotCount &+ Int(slot)
        if counts[position] < .max { counts[position] &+= 1 }
    }

    /// Notes that a source releases a slot.
    ///
    /// - Returns: Whether none holds it any more.
    @_noLocks
    mutating func remove(_ sampler: UInt8, _ channel: UInt8, _ slot: UInt8) -> Bool {
        let position = index(sampler, channel) &* Self.slotCount &+ Int(slot)
        guard counts[position] > 0 else { return false }
        counts[position] &-= 1
        return counts[position] == 0
    }

    /// The number of holds of all keys of a channel.
    @_noLocks
    func keys(_ sampler: UInt8, _ channel: UInt8) -> Int {
        let first = index(sampler, channel) &* Self.slotCount
        var sum = 0
        for position in first..<first &+ 128 { sum &+= Int(counts[position]) }
        return sum
    }

    /// Forgets who holds the keys of a channel, which have ended.
    @_noLocks
    mutating func forgetKeys(_ sampler: UInt8, _ channel: UInt8) {
        let first = index(sampler, channel) &* Self.slotCount
        for position in first..<first &+ 128 { counts[position] = 0 }
        keyGenerations[index(sampler, channel)] &+= 1
    }

    /// Forgets all that is held at a sampler, which a reset has ended.
    @_noLocks
    mutating func forgetAll(_ sampler: UInt8) {
        for channel: UInt8 in 0..<16 {
            forgetKeys(sampler, channel)
            let first = index(sampler, channel) &* Self.slotCount
            for position in first &+ 128..<first &+ Self.slotCount { counts[position] = 0 }
            pedalGenerations[index(sampler, channel)] &+= 1
        }
    }

    /// Takes over what is held at a sampler of another rack.
    @_noLocks
    mutating func copy(_ sampler: Int, from other: borrowing DestinationHolds, _ old: Int) {
        let (to, from) = (sampler << 4, old << 4)
        for position in 0..<16 &* Self.slotCount {
            counts[to &* Self.slotCount &+ position] =
                other.counts[from &* Self.slotCount &+ position]
        }
        for channel in 0..<16 {
            keyGenerations[to | channel] = other.keyGenerations[from | channel]
            pedalGenerations[to | channel] = other.pedalGenerations[from | channel]
        }
    }

    /// The number of keys and pedals that are held.
    var heldCount: Int {
        var sum = 0
        for position in 0..<counts.count where counts[position] > 0 { sum += 1 }
        return sum
    }
}
