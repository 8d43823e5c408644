import MIDI

/// An event on its way to a shard, within one span of frames.
@safe
package struct ShardEvent: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable {
        case channel
        case systemExclusive
        /// All is as at the start, but for how banks are selected.
        case systemReset
        /// Channel 10 plays drums and the others do not, as at the start.
        case channelTypes
        /// A channel plays drums (2) or melodies (1), whatever messages have said: `bits` are the
        /// channel << 24 and that number.
        case channelType
        /// The strip's tuning in cents: `bits` are those of a Float.
        case tuning
        /// A bank and a program, as `LiveEvent.Kind.program` packs them.
        case program
    }

    /// Frames from the span's beginning, on the 64-frame grid.
    package var offset: Int32
    package var kind: Kind
    /// The channel message, or the SysEx message's length.
    package var bits: UInt32
    /// The SysEx message without F0 and F7.
    package var bytes: UnsafePointer<UInt8>?

    @_noLocks
    package init(offset: Int32, kind: Kind, bits: UInt32, bytes: UnsafePointer<UInt8>? = nil) {
        self.offset = offset
        self.kind = kind
        self.bits = bits
        unsafe self.bytes = bytes
    }

    /// Whether it selects a bank and a program.
    ///
    /// A debug build cannot see from another file that comparing the kinds takes no lock.
    package var selectsPreset: Bool { @_noLocks get { kind == .program } }
}
