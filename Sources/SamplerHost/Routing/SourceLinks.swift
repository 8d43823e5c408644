import Realtime

/// Where the keys and pedals of sources are held: for each that is down, the destinations that it
/// went to, so that it ends there, whatever the rules say by then.
///
/// The audio thread's.
struct SourceLinks: ~Copyable {
    /// A destination that a key or pedal is held at.
    struct Link: BitwiseCopyable {
        var next: UInt16 = 0
        var sampler: UInt8 = 0
        var channel: UInt8 = 0
        /// A key, or one of the pedals behind them: see `DestinationHolds`.
        var slot: UInt8 = 0
        /// The present generation of `DestinationHolds`.
        var generation: UInt16 = 0
        /// Whether a change of a route has made the message that holds it.
        var isChanged = false

        @_noLocks
        init() {}

        @_noLocks
        init(_ sampler: UInt8, _ channel: UInt8, _ slot: UInt8, generation: UInt16) {
            self.sampler = sampler
            self.channel = channel
            self.slot = slot
            self.generation = generation
        }

        /// Whether it is of this destination.
        @_noLocks
        func leads(to sampler: UInt8, _ channel: UInt8, _ slot: UInt8) -> Bool {
            self.sampler == sampler && self.channel == channel && self.slot == slot
        }
    }

    /// By lane, channel and slot: the first link; 0 for none.
    private var heads: FixedArray<UInt16>
    /// The links; the first is never used.
    private var links: FixedArray<Link>
    /// The first link that was removed; 0 for none.
    private var free: UInt16 = 0
    /// The first link that was never used.
    private var unused = 1
    /// The number of links.
    private(set) var count = 0
    let lanes: Int

    /// The most links: twice all the keys of sixteen ports, where every key is down.
    static let capacity = 65_535

    /// Nothing is held.
    ///
    /// Allocates: not for the audio thread.
    init(lanes: Int) {
        self.lanes = lanes
        heads = FixedArray(repeating: 0, count: lanes * 16 * 132)
        links = FixedArray(uninitialized: Self.capacity)
    }

    @_noLocks
    private func head(_ lane: Int, _ channel: UInt8, _ slot: UInt8) -> Int {
        (lane << 4 | Int(channel & 15)) &* DestinationHolds.slotCount &+ Int(slot)
    }

    /// The first link of a slot; 0 for none.
    @_noLocks
    func first(_ lane: Int, _ channel: UInt8, _ slot: UInt8) -> UInt16 {
        lane < lanes ? heads[head(lane, channel, slot)] : 0
    }

    /// A link, by a number that ``first(_:_:_:)`` or a link's `next` gave.
    @_noLocks
    func link(_ number: UInt16) -> Link { links[Int(number)] }

    /// Whether a slot of a source is held at a destination, as far as it is not forgotten there.
    @_noLocks
    func has(_ lane: Int, _ channel: UInt8, _ slot: UInt8, _ link: Link) -> Bool {
        var number = first(lane, channel, slot)
        while number != 0 {
            let other = links[Int(number)]
            if other.leads(to: link.sampler, link.channel, link.slot),
                other.generation == link.generation
            {
                return true
            }
            number = other.next
        }
        return false
    }

    /// Adds a link.
    ///
    /// - Returns: `false` where there is no room: what is not noted must not begin.
    @_noLocks
    mutating func add(_ lane: Int, _ channel: UInt8, _ slot: UInt8, _ link: Link) -> Bool {
        guard lane < lanes else { return false }
        var number = free
        if number == 0 {
            guard unused < Self.capacity else { return false }
            number = UInt16(truncatingIfNeeded: unused)
            unused &+= 1
        } else {
            free = links[Int(number)].next
        }
        count &+= 1
        let head = head(lane, channel, slot)
        links[Int(number)] = link
        links[Int(number)].next = heads[head]
        heads[head] = number
        return true
    }

    /// Takes the first link of a slot out; `nil` where there is none.
    @_noLocks
    mutating func removeFirst(_ lane: Int, _ channel: UInt8, _ slot: UInt8) -> Link? {
        let number = first(lane, channel, slot)
        guard number != 0 else { return nil }
        let link = links[Int(number)]
        heads[head(lane, channel, slot)] = link.next
        links[Int(number)].next = free
        free = number
        count &-= 1
        return link
    }

    /// Takes out the link of a slot that leads to a destination.
    ///
    /// - Returns: The link; `nil` where there is none.
    @_noLocks
    mutating func remove(
        _ lane: Int,
        _ channel: UInt8,
        _ slot: UInt8,
        to sampler: UInt8,
        _ destination: UInt8
    ) -> Link? {
        var previous: UInt16 = 0
        var number = first(lane, channel, slot)
        while number != 0 {
            let link = links[Int(number)]
            if link.sampler == sampler, link.channel == destination {
                if previous == 0 {
                    heads[head(lane, channel, slot)] = link.next
                } else {
                    links[Int(previous)].next = link.next
                }
                links[Int(number)].next = free
                free = number
                count &-= 1
                return link
            }
            previous = number
            number = link.next
        }
        return nil
    }

    /// Forgets all that the sources hold.
    @_noLocks
    mutating func removeAll() {
        for lane in 0..<lanes where count > 0 {
            for channel: UInt8 in 0..<16 {
                for slot: UInt8 in 0..<132 {
                    while removeFirst(lane, channel, slot) != nil {}
                }
            }
        }
    }
}
