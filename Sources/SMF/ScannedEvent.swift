public import MIDI

/// An event as a ``FileScanner`` finds it, whose payload is still in the file.
@frozen
public struct ScannedEvent: Hashable, Sendable, BitwiseCopyable {
    /// Ticks since the track's start.
    public let tick: Int64
    /// Ticks since the event before it in the track.
    public let delta: UInt32
    /// A channel message's bits, or 0xFF and the meta type, or F0, or F7 and 1 if it continues.
    @usableFromInline let content: UInt32
    @usableFromInline let payloadStart: Int
    @usableFromInline let payloadEnd: Int

    @inlinable
    init(tick: Int64, delta: UInt32, content: UInt32, payloadStart: Int, payloadEnd: Int) {
        self.tick = tick
        self.delta = delta
        self.content = content
        self.payloadStart = payloadStart
        self.payloadEnd = payloadEnd
    }

    /// The kinds of events in a track.
    @frozen
    public enum Kind: Hashable, Sendable {
        /// A channel message, as in the file.
        case channel(MIDIMessage)
        /// A System Exclusive packet or an escape.
        case systemExclusive(SystemExclusivePacket.Form)
        /// A meta event of this type.
        case meta(type: UInt8)
    }

    /// The event itself.
    @inlinable public var kind: Kind {
        switch content & 0xFF {
        case 0xFF: .meta(type: UInt8(truncatingIfNeeded: content >> 8))
        case 0xF0: .systemExclusive(.start)
        case 0xF7: .systemExclusive(content >> 8 == 1 ? .continuation : .escape)
        default: .channel(MIDIMessage(bits: content))
        }
    }

    /// The channel message, if it is one.
    @inlinable public var message: MIDIMessage? {
        content & 0xFF < 0xF0 ? MIDIMessage(bits: content) : nil
    }

    /// The range in the file of the bytes of a SysEx or meta event, after its length; empty for a
    /// channel message.
    @inlinable public var payload: Range<Int> { payloadStart..<payloadEnd }
}
