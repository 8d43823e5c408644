import Realtime

/// A chase's state before an event.
struct ChaseCheckpoint: Sendable {
    /// A System Exclusive message that a sampler has got.
    struct Message: Sendable {
        var port: Int
        var index: UInt32
        var stamp: Int
    }

    /// The index of the event.
    var index: Int
    var records: [ChannelHistory.Record]
    var messages: [Message]
    /// Slots of `ChannelStates` that were written: the slot's number << 16 | its content.
    var slots: [UInt64]
    /// Of all channels, then of all samplers.
    var signatures: [UInt64]
    /// The notes that sound.
    var sounding: SoundingHistory.Snapshot

    /// Puts the states back into those of samplers that were cleared.
    func restore(_ states: ChannelStates) {
        for slot in slots { states.slots[Int(slot >> 16)] = UInt16(truncatingIfNeeded: slot) }
        let channels = states.samplers * 16
        for channel in 0..<channels { states.signatures[channel] = signatures[channel] }
        for port in 0..<states.samplers {
            states.messageSignatures[port] = signatures[channels + port]
        }
    }

    /// The size in bytes.
    var size: Int {
        records.count * 16 + messages.count * 24 + (slots.count + signatures.count) * 8
            + sounding.size
    }
}
