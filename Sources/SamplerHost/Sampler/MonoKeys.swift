/// The keys that are down on a channel in mono mode, of which only the last one struck sounds.
///
/// FluidSynth has a mono mode of its own, but its list of keys survives All Notes Off and takes a
/// key twice: a later note-off then starts a note that nobody ends. So FluidSynth stays in poly
/// mode, and gets one key at a time.
struct MonoKeys: BitwiseCopyable {
    /// Whether the channel is in mono mode.
    var isMono = false
    private var keys = InlineArray<16, UInt8>(repeating: 0)
    private var velocities = InlineArray<16, UInt8>(repeating: 0)
    private var count = 0

    /// The most keys that are remembered; of more the oldest is forgotten, which does not sound.
    private static var capacity: Int { @_noLocks get { 16 } }

    @_noLocks
    init() {}

    /// The key that sounds, as far as no pedal holds another.
    var sounding: UInt8? {
        @_noLocks get { count > 0 ? keys[count &- 1] : nil }
    }

    /// The velocity of that key.
    var velocity: UInt8 {
        @_noLocks get { count > 0 ? velocities[count &- 1] : 0 }
    }

    /// Notes that a key is struck: it is the one that sounds.
    @_noLocks
    mutating func strike(_ key: UInt8, velocity: UInt8) {
        _ = release(key)
        if count == Self.capacity { remove(at: 0) }
        keys[count] = key
        velocities[count] = velocity
        count &+= 1
    }

    /// Notes that a key goes up.
    ///
    /// - Returns: Whether it was the one that sounded; ``sounding`` is then the key to return to.
    @_noLocks
    mutating func release(_ key: UInt8) -> Bool {
        var index = count &- 1
        while index >= 0, keys[index] != key { index &-= 1 }
        guard index >= 0 else { return false }
        let wasSounding = index == count &- 1
        remove(at: index)
        return wasSounding
    }

    /// Notes that all keys are up.
    @_noLocks
    mutating func releaseAll() {
        count = 0
    }

    @_noLocks
    private mutating func remove(at index: Int) {
        for place in index..<count &- 1 {
            keys[place] = keys[place &+ 1]
            velocities[place] = velocities[place &+ 1]
        }
        count &-= 1
    }
}
