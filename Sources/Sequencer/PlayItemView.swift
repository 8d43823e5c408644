/// Raw pointers into a ``PlayItem``: all that the player reads on the audio thread.
///
/// The item that made it must outlive it.
public struct PlayItemView: BitwiseCopyable, @unchecked Sendable {
    /// The frame of the sequence at which playing begins.
    public let startFrame: Int64
    /// The frame of the sequence at which it ends.
    public let endFrame: Int64
    /// How many samplers the events are for.
    public let samplerCount: Int
    /// Whether nothing was played on the samplers before.
    ///
    /// Where `false`, the item's first events put every channel into its initial state; what the
    /// host itself keeps beside the channels (master volume, for one) it has to reset itself.
    public let startsFresh: Bool
    /// The events and the System Exclusive bytes.
    public let schedule: ScheduleView

    /// What is sent first, all at `startFrame`: the reset of the channels, then the chase.
    let opening: UnsafePointer<OpeningEvent>
    let openingCount: Int
    /// The part of the schedule that is played.
    let firstEvent: Int
    let eventsEnd: Int
    let segments: UnsafePointer<TempoSegment>
    let segmentCount: Int
    let unitsPerSecond: Int64
    /// By track: `Audibility` bits.
    let trackFlags: UnsafePointer<UInt8>
    /// By sampler × 16 + channel: `Audibility` bits, and whether keys are transposed.
    let channelFlags: UnsafePointer<UInt8>
    let hasSolo: Bool
    let transpose: Int

    /// The System Exclusive message of an event of this item, F0 and F7 left out.
    ///
    /// Safe on the audio thread.
    @_noLocks
    public func systemExclusive(of event: PlayedEvent) -> UnsafeBufferPointer<UInt8> {
        schedule.systemExclusive(event.bits)
    }

    /// Whether note-ons of this track on this channel are to be heard.
    @_noLocks
    func isAudible(track: UInt16, port: UInt8, channel: UInt8) -> Bool {
        let flags = trackFlags[Int(track)] | channelFlags[Int(port) << 4 | Int(channel & 15)]
        if flags & Audibility.muted != 0 { return false }
        return !hasSolo || flags & Audibility.soloed != 0
    }

    /// The key as it is sent: moved by the transposition, folded back into 0 … 127 by octaves.
    @_noLocks
    func transposed(key: UInt8, port: UInt8, channel: UInt8) -> UInt8 {
        let flags = channelFlags[Int(port) << 4 | Int(channel & 15)]
        guard transpose != 0, flags & Audibility.fixedKeys == 0 else { return key }
        var moved = Int(key & 127) + transpose
        while moved < 0 { moved += 12 }
        while moved > 127 { moved -= 12 }
        return UInt8(truncatingIfNeeded: moved)
    }
}

/// The bits of `PlayItemView`'s flags.
enum Audibility {
    static var muted: UInt8 { @_noLocks get { 1 } }
    static var soloed: UInt8 { @_noLocks get { 2 } }
    /// A drum channel, whose keys are sounds and not pitches.
    static var fixedKeys: UInt8 { @_noLocks get { 4 } }
}

/// An event that is sent before the schedule's own.
struct OpeningEvent: Hashable, BitwiseCopyable, Sendable {
    var bits: UInt32
    var port: UInt8
    var kind: ScheduledEvent.Kind
}
