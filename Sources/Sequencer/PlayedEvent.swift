public import MIDI

/// An event that a ``MusicPlayer`` hands out: what to send, to which sampler, at which frame.
@frozen
public struct PlayedEvent: Hashable, BitwiseCopyable, Sendable {
    /// The engine frame at which it is due: exact, not rounded to any grid.
    public var frame: Int64
    /// The packed channel message, or the index of the System Exclusive message in the item.
    public var bits: UInt32
    /// The sampler it is for, from 0.
    public var port: UInt8
    /// How to read ``bits``.
    public var kind: ScheduledEvent.Kind

    /// Makes an event from its parts.
    @inlinable
    @_noLocks
    public init(frame: Int64, bits: UInt32, port: UInt8, kind: ScheduledEvent.Kind) {
        self.frame = frame
        self.bits = bits
        self.port = port
        self.kind = kind
    }

    /// The channel message.
    ///
    /// Meaningful for `ScheduledEvent.Kind.channel` only.
    @inlinable public var message: MIDIMessage { @_noLocks get { MIDIMessage(bits: bits) } }
}
