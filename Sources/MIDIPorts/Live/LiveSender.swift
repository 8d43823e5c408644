package import MIDI

/// A sender; the notes and pedals that it holds are released when it goes.
package enum SenderKey: Hashable {
    /// A port of the sequencer, as heard on one input.
    case sequencer(SequencerAddress, input: Int)
    /// A raw source, by its index in the settings.
    case raw(Int, input: Int)

    /// The input that it plays on, from 0.
    package var input: Int {
        switch self {
        case .sequencer(_, let input), .raw(_, let input): input
        }
    }
}

/// A sender that has been heard.
///
/// Input thread only.
package final class LiveSender {
    package let key: SenderKey
    /// Its number for the engine.
    package let slot: UInt8
    /// When it sent last, in nanoseconds of the monotonic clock.
    package var lastHeard: Int64
    /// Its bytes: all of a raw source's, the System Exclusive ones of a sequencer port's.
    package var stream = MIDIByteStream()
    package var assembly = ExclusiveAssembly()
    /// The name; `nil` if it was removed, and as long as no rule asks for names.
    package var name: SourceName?
    /// The names by which rules choose it, a bit each.
    package var names: UInt32 = 0
    /// Whether it has announced that it is never silent for long (active sensing).
    package var isSensed = false

    package init(key: SenderKey, slot: UInt8, lastHeard: Int64) {
        self.key = key
        self.slot = slot
        self.lastHeard = lastHeard
    }
}
