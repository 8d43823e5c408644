public import MIDI

/// An event that a ``MusicPlayer`` hands out: what to send, to which sampler, at which frame.
@frozen
public struct PlayedEvent: Hashable, BitwiseCopyable, Sendable {
    /// The content of an event.
    @frozen
    public enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// A channel message; ``PlayedEvent/bits`` is `MIDIMessage.bits`.
        case channel
        /// A System Exclusive message; ``PlayedEvent/bits`` is its index in the item.
        case systemExclusive
        /// The channels of the sampler are about to be put into their initial state.
        ///
        /// It comes first where a preroll does so; see `MusicPlayer.start(_:atFrame:)`. Here the
        /// host also resets the state that it keeps beside the channels (master volume, which
        /// channels are drums). ``PlayedEvent/bits`` is 0.
        case restart
        /// A note-on or note-off for the metronome, which is none of the item's samplers;
        /// ``PlayedEvent/bits`` is `MIDIMessage.bits`, ``PlayedEvent/port`` is 0.
        case click
    }

    /// The engine frame at which it is due: exact, not rounded to any grid.
    public var frame: Int64
    /// The packed channel message, or the index of the System Exclusive message in the item.
    public var bits: UInt32
    /// The sampler it is for, from 0.
    public var port: UInt8
    /// The meaning of ``bits``.
    public var kind: Kind

    /// Makes an event from its parts.
    @inlinable
    @_noLocks
    public init(frame: Int64, bits: UInt32, port: UInt8, kind: Kind) {
        self.frame = frame
        self.bits = bits
        self.port = port
        self.kind = kind
    }

    /// The channel message.
    ///
    /// Meaningful for ``Kind/channel`` and ``Kind/click`` only.
    @inlinable public var message: MIDIMessage { @_noLocks get { MIDIMessage(bits: bits) } }
}
