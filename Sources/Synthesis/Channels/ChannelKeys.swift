/// The keys that are down on a channel, in the order of their note-ons, and its mode.
///
/// In mono mode only the last one sounds. FluidSynth has a mono mode of its own, but its list of keys
/// survives All Notes Off and takes a key twice: a later note-off then starts a note that no key
/// ends. So FluidSynth stays in poly mode, and gets one key at a time; and where it uses its list all
/// the same under the legato pedal (CC68), note-offs remove the keys that are no longer down.
package struct ChannelKeys: BitwiseCopyable {
    /// Whether the channel is in mono mode.
    package var isMono = false
    private var keys = InlineArray<16, UInt8>(repeating: 0)
    private var velocities = InlineArray<16, UInt8>(repeating: 0)
    private var count = 0

    /// The most keys that are remembered; of more the oldest is forgotten.
    private static var capacity: Int { @_noLocks get { 16 } }

    @_noLocks
    package init() {}

    /// The key with the last note-on, which sounds in mono mode; `nil` where none is down.
    package var last: UInt8? {
        @_noLocks get { count > 0 ? keys[count &- 1] : nil }
    }

    /// The velocity of that key.
    package var velocity: UInt8 {
        @_noLocks get { count > 0 ? velocities[count &- 1] : 0 }
    }

    /// Notes a note-on.
    @_noLocks
    package mutating func noteOn(_ key: UInt8, velocity: UInt8) {
        _ = release(key)
        if count == Self.capacity { remove(at: 0) }
        keys[count] = key
        velocities[count] = velocity
        count &+= 1
    }

    /// The key with the first note-on; `nil` where none is down.
    package var oldest: UInt8? {
        @_noLocks get { count > 0 ? keys[0] : nil }
    }

    @_noLocks
    package func contains(_ key: UInt8) -> Bool {
        for index in 0..<count where keys[index] == key { return true }
        return false
    }

    /// Notes that a key goes up.
    ///
    /// - Returns: Whether it had the last note-on; ``last`` is then the one before it.
    @_noLocks
    package mutating func release(_ key: UInt8) -> Bool {
        var index = count &- 1
        while index >= 0, keys[index] != key { index &-= 1 }
        guard index >= 0 else { return false }
        let wasLast = index == count &- 1
        remove(at: index)
        return wasLast
    }

    @_noLocks
    private mutating func remove(at index: Int) {
        for position in index..<count &- 1 {
            keys[position] = keys[position &+ 1]
            velocities[position] = velocities[position &+ 1]
        }
        count &-= 1
    }
}
