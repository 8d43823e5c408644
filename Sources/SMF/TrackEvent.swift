public import MIDI

/// An event and its distance in time from the one before it.
@frozen
public struct TrackEvent: Hashable, Sendable {
    /// Ticks since the event before it in the track; at most 0x0FFFFFFF in a file.
    public var delta: UInt32
    /// The event itself.
    public var event: Event

    /// Makes an event, `delta` ticks after the one before it.
    @inlinable
    public init(delta: UInt32, event: Event) {
        self.delta = delta
        self.event = event
    }
}

/// The kinds of events in a track.
@frozen
public enum Event: Hashable, Sendable {
    /// A channel message, as in the file: a note-on of velocity 0 stays one.
    case channel(MIDIMessage)
    /// A System Exclusive packet or an escape.
    case systemExclusive(SystemExclusivePacket)
    /// A meta event.
    case meta(MetaEvent)
}
