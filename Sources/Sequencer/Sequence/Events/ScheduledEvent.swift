public import MIDI

/// One event of a ``Schedule``: sixteen bytes, plain data, readable on the audio thread.
@frozen
public struct ScheduledEvent: Hashable, BitwiseCopyable, Sendable {
    /// The content of an event.
    @frozen
    public enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// A channel message; ``ScheduledEvent/bits`` is `MIDIMessage.bits`.
        case channel
        /// A System Exclusive message; ``ScheduledEvent/bits`` is its index in the schedule.
        case systemExclusive
    }

    /// The time at which it is due, in ticks from the start of the sequence.
    public var tick: Int64
    /// The packed channel message, or the index of the System Exclusive message.
    public var bits: UInt32
    /// The track it comes from, from 0 in file order.
    public var track: UInt16
    /// The sampler it is for: an index into `PreparedSequence.ports`, not the FF 21 value.
    public var port: UInt8
    /// The meaning of ``bits``.
    public var kind: Kind

    /// Makes an event from its parts.
    @inlinable
    @_noLocks
    public init(tick: Int64, bits: UInt32, track: UInt16, port: UInt8, kind: Kind) {
        self.tick = tick
        self.bits = bits
        self.track = track
        self.port = port
        self.kind = kind
    }

    /// The channel message.
    ///
    /// Meaningful for ``Kind/channel`` only.
    @inlinable public var message: MIDIMessage { @_noLocks get { MIDIMessage(bits: bits) } }
}
