import Realtime

/// A voice that sounds.
package struct SoundingVoice: BitwiseCopyable {
    /// The channel of the instance, 0 … 15.
    package let channel: UInt8
    /// The key, 0 … 127.
    package let key: UInt8
    /// The causes for which it is held; 0 for a voice in its release.
    package let holds: Holds

    @_noLocks
    init(channel: UInt8, key: UInt8, holds: Holds) {
        self.channel = channel
        self.key = key
        self.holds = holds
    }

    /// The causes for which a voice is held.
    package struct Holds: OptionSet, BitwiseCopyable {
        package var rawValue: UInt8

        @_noLocks
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Its key is down.
        package static var key: Holds { @_noLocks get { Holds(rawValue: 1) } }
        /// The sustain pedal, or the other that holds all keys.
        package static var sustain: Holds { @_noLocks get { Holds(rawValue: 2) } }
        package static var sostenuto: Holds { @_noLocks get { Holds(rawValue: 4) } }
    }
}

/// The voices of a shard that sound, as far as there is room for them.
package struct SoundingVoices: ~Copyable {
    private var voices: FixedList<SoundingVoice>

    /// Makes room for 4,096 voices.
    ///
    /// Allocates: not for the audio thread.
    package init() { voices = FixedList(capacity: 4_096) }

    /// The number of voices that were read.
    package var count: Int { @_noLocks get { voices.count } }

    /// Forgets the voices that were read.
    @_noLocks
    mutating func removeAll() { voices.removeAll() }

    /// Adds a voice; those for which there is no room are left out.
    @_noLocks
    mutating func append(_ voice: SoundingVoice) { voices.append(voice) }

    /// A voice that was read, 0 ..< ``count``.
    @_noLocks
    package func voice(_ index: Int) -> SoundingVoice { voices[index] }
}
