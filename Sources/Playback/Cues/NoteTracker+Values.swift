public import Sequencer

extension NoteTracker {
    /// A note-on, or the end of a note.
    public struct Note: Hashable, Sendable {
        /// Whether it begins.
        public var isOn: Bool
        /// The track, from 0 in file order.
        public var track: Int
        /// The port, an index into the ports of the sequence.
        public var port: Int
        /// The channel, from 0.
        public var channel: Int
        /// The key that sounds, transposition included.
        public var key: UInt8
        /// The velocity of a note-on, 1 … 127; 0 for an end.
        public var velocity: UInt8
    }

    /// The content of an event.
    public enum Kind: Hashable, Sendable {
        /// A note begins or ends.
        case note(Note)
        /// Another chord sounds; `nil` if the keys make none.
        case chord(ChordName?)
    }

    /// An event.
    public struct Event: Hashable, Sendable {
        /// The content.
        public var kind: Kind
        /// The position, a nominal frame; `nil` where playback was stopped or moved.
        public var frame: Int64?
    }

    /// The events of a passage.
    public struct Passage: Sendable {
        /// The events, in order.
        public var events: [Event] = []
        /// The number of notes that were left out.
        public var omitted = 0
    }

    /// The parts that are audible, and the transposition.
    public struct Arrangement: Hashable, Sendable {
        /// The muted parts.
        public var muted: Selection
        /// The parts that play solo; none for all.
        public var soloed: Selection
        /// Semitones by which all but drums is transposed.
        public var transpose: Int

        /// Makes an arrangement.
        public init(muted: Selection = .none, soloed: Selection = .none, transpose: Int = 0) {
            self.muted = muted
            self.soloed = soloed
            self.transpose = transpose
        }

        func isAudible(track: Int, port: Int, channel: Int) -> Bool {
            if muted.contains(track: track, port: port, channel: channel) { return false }
            return soloed.isEmpty || soloed.contains(track: track, port: port, channel: channel)
        }
    }
}
