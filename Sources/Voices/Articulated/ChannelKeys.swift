/// The keys of a channel and what happened to them, as the conditions of regions ask for it.
struct ChannelKeys: ~Copyable {
    /// The number of keys that are down, without key switches.
    private(set) var downCount = 0
    /// The key struck last, and the one before; 255 for none.
    private(set) var last: UInt8 = 255
    private(set) var previous: UInt8 = 255
    /// The velocity of the note before.
    private(set) var previousVelocity: UInt8 = 0
    /// The key switch struck last; 255 for none.
    var lastSwitch: UInt8 = 255
    /// Whether the number of notes is odd.
    private(set) var isAlternate = false
    private var isDown = InlineArray<128, Bool>(repeating: false)
    /// Whether a key that is down is no key switch.
    private var isCounted = InlineArray<128, Bool>(repeating: false)
    private var velocities = InlineArray<128, UInt8>(repeating: 0)
    private var times = InlineArray<128, Int>(repeating: 0)
    /// The keys whose release regions wait for the sustain pedal.
    private var waits = InlineArray<128, Bool>(repeating: false)
    private var lastVelocity: UInt8 = 0
    private var seed: UInt64

    /// A channel without a key that is down; its number makes the chances differ.
    init(channel: Int) { seed = 0x9E37_79B9_7F4A_7C15 &* UInt64(channel &+ 1) }

    @_noLocks
    private init(seed: UInt64) { self.seed = seed }

    /// Forgets all keys; random numbers continue.
    @_noLocks
    mutating func reset() { self = ChannelKeys(seed: seed) }

    /// Notes that a key goes down.
    @_noLocks
    mutating func press(_ key: UInt8, velocity: UInt8, at time: Int, isSwitch: Bool) {
        let index = Int(key)
        if !isDown[index], !isSwitch { downCount &+= 1 }
        isCounted[index] = !isSwitch
        isDown[index] = true
        (previous, previousVelocity) = (last, lastVelocity)
        (last, lastVelocity) = (key, velocity)
        velocities[index] = velocity
        times[index] = time
        waits[index] = false
        isAlternate.toggle()
    }

    /// Notes that a key goes up.
    ///
    /// - Returns: Whether it was down.
    @_noLocks
    mutating func lift(_ key: UInt8) -> Bool {
        let index = Int(key)
        guard isDown[index] else { return false }
        isDown[index] = false
        if isCounted[index] { downCount &-= 1 }
        return true
    }

    /// Whether a key is down.
    @_noLocks
    func isDown(_ key: UInt8) -> Bool { isDown[Int(key & 127)] }

    /// Whether another key of a range is down.
    @_noLocks
    func isAnyDown(besides key: UInt8) -> Bool {
        downCount > (isDown[Int(key & 127)] && isCounted[Int(key & 127)] ? 1 : 0)
    }

    /// The velocity with which a key was struck last.
    @_noLocks
    func velocity(of key: UInt8) -> UInt8 { velocities[Int(key & 127)] }

    /// The frame at which a key was struck last.
    @_noLocks
    func time(of key: UInt8) -> Int { times[Int(key & 127)] }

    /// Has the release of a key wait for the sustain pedal.
    @_noLocks
    mutating func deferRelease(of key: UInt8) { waits[Int(key & 127)] = true }

    /// Takes a key whose release has waited.
    @_noLocks
    mutating func takeDeferred(_ key: UInt8) -> Bool {
        defer { waits[Int(key & 127)] = false }
        return waits[Int(key & 127)]
    }

    /// A number by chance, 0 ..< 1.
    @_noLocks
    mutating func chance() -> Float {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        return Float(seed >> 40) / 16_777_216
    }
}
