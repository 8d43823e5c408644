import CFluidSynth

/// A voice that sounds.
package struct SoundingVoice: BitwiseCopyable {
    /// The channel of the instance, 0 … 15.
    package let channel: UInt8
    /// The key, 0 … 127.
    package let key: UInt8
    /// The causes for which it is held; 0 for a voice that dies away.
    package let holds: Holds

    /// The causes for which a voice is held.
    package struct Holds: OptionSet, BitwiseCopyable {
        package var rawValue: UInt8

        @_noLocks
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Its key is down.
        package static var key: Holds { Holds(rawValue: UInt8(SEQD_VOICE_KEY.rawValue)) }
        /// The sustain pedal, or the other that holds all keys.
        package static var sustain: Holds { Holds(rawValue: UInt8(SEQD_VOICE_SUSTAIN.rawValue)) }
        package static var sostenuto: Holds {
            Holds(rawValue: UInt8(SEQD_VOICE_SOSTENUTO.rawValue))
        }
    }
}

/// Memory for the voices of an instance.
@safe
package struct SoundingVoices: ~Copyable {
    private let voices: UnsafeMutablePointer<OpaquePointer?>
    private let states: UnsafeMutablePointer<seqd_voice_state>
    /// The number of voices that were read.
    package private(set) var count = 0

    private static var capacity: Int { @_noLocks get { 4_096 } }

    /// Makes the memory.
    ///
    /// Allocates: not for the audio thread.
    package init() {
        unsafe voices = .allocate(capacity: Self.capacity)
        unsafe states = .allocate(capacity: Self.capacity)
    }

    deinit {
        unsafe voices.deallocate()
        unsafe states.deallocate()
    }

    /// Reads the voices of an instance.
    @_noLocks
    package mutating func read(_ shard: borrowing Shard) {
        count = unsafe Int(
            seqd_voice_states(shard.synth, voices, Int32(Self.capacity), states)
        )
    }

    /// A voice that was read, 0 ..< ``count``.
    @_noLocks
    package func voice(_ index: Int) -> SoundingVoice {
        assert(index >= 0 && index < count, "voice out of range")
        let state = unsafe states[index]
        return SoundingVoice(
            channel: state.channel,
            key: state.key,
            holds: SoundingVoice.Holds(rawValue: state.reasons)
        )
    }
}
