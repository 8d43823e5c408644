import MIDI

/// An event with the time, track, port and prefix that it has in its track.
struct PlacedEvent {
    /// The time.
    var tick: Int64
    /// The index of its track.
    var track: Int
    /// The MIDI port that holds for it (FF 21).
    var port: UInt8
    /// The number of the device name in its track that holds for it (FF 09), from 1; 0 for none.
    var device = 0
    /// The channel prefix that holds for it (FF 20): none for a channel message.
    var prefix: UInt8?
    var event: Event

    /// Its rank among events of other tracks at the same tick.
    func rank(_ order: MergeOrder) -> UInt32 {
        guard order == .asPlayed else { return 0 }
        switch event {
        case .meta: return 0
        case .channel(let message): return message.isNoteOff ? 1 : message.isNoteOn ? 3 : 2
        case .systemExclusive: return 2
        }
    }
}
