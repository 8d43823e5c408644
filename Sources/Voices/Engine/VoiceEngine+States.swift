import Realtime

/// A voice that sounds.
public struct VoiceState: BitwiseCopyable, Hashable, Sendable {
    /// The channel, 0 … 15.
    public let channel: Int
    /// The key of its note-on, 0 … 127.
    public let key: UInt8
    /// The causes for which it is held.
    public let holds: Holds
}

/// The voices that sound.
extension VoiceEngine {
    /// The state of a voice, 0 ..< ``voiceCount``.
    @_noLocks
    public func state(_ index: Int) -> VoiceState {
        let slot = list.slot(index)
        return VoiceState(
            channel: voices[slot].channel,
            key: voices[slot].key,
            holds: voices[slot].holds
        )
    }
}
