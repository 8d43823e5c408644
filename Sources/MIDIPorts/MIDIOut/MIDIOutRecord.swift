import MIDI

/// An entry of the ring from the audio thread to the thread that sends MIDI.
///
/// A System Exclusive message is an `.exclusive` with its length, and as many `.bytes` as that
/// takes.
package struct MIDIOutRecord: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable {
        /// A message: `first` is its frame, `second` its bits.
        case message
        /// The beginning of a System Exclusive message: `first` is its frame, `second` the number
        /// of its bytes, F0 and F7 included.
        case exclusive
        /// Sixteen bytes of it: those of `first`, then those of `second`, the lowest first.
        case bytes
        /// A piece begins on other samplers: what the last one set at an output is undone.
        case reset
        /// Frame `first` is due at the time `second`; what came before this is timed by it.
        case clock
        /// There is no clock: what came before this is timed by the last one, or due at once.
        case noClock
        /// From frame `first` on nothing is played for a while.
        case pause
        /// Playback continues; times are different from here on.
        case resume
        /// Nothing follows; what is held is released at frame `first`, when all has been sent.
        case end
        /// Nothing follows; what has not been sent is dropped.
        case cancel
    }

    package var first: Int64
    package var second: UInt64
    package var output: UInt8
    package var kind: Kind

    @_noLocks
    package init(_ kind: Kind, output: UInt8 = 0, first: Int64 = 0, second: UInt64 = 0) {
        self.kind = kind
        self.output = output
        self.first = first
        self.second = second
    }
}
