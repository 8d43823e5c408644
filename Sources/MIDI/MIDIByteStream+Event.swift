extension MIDIByteStream {
    /// A message or a part of one in a stream of bytes.
    @frozen
    public enum Event: Sendable {
        /// A message of one to three bytes, with its status written out where it ran on.
        case message(MIDIMessage)
        /// A System Exclusive message or a piece of one.
        case exclusive(ExclusivePiece)
    }

    /// A run of bytes of one System Exclusive message.
    ///
    /// A message that is no longer than ``MIDIByteStream/exclusiveCapacity`` comes in one piece. A
    /// longer one comes in several; all but the last are of that length. Real-time messages within
    /// it come before the piece. The bytes are ``MIDIByteStream/exclusiveBytes``.
    @frozen
    public struct ExclusivePiece: Sendable {
        /// Whether the message begins here.
        public let isFirst: Bool
        /// Whether and how the message ends here.
        public let ending: Ending

        @_noLocks
        init(isFirst: Bool, ending: Ending) {
            self.isFirst = isFirst
            self.ending = ending
        }

        /// The end of a piece.
        @frozen
        public enum Ending: UInt8, Sendable {
            /// More of the message follows: it is longer than a piece.
            case open
            /// With F7.
            case complete
            /// With another status byte or the stream's end: what should follow is lost.
            case cut
        }

        /// Whether this is a complete message in one piece.
        @inlinable public var isWhole: Bool { isFirst && ending == .complete }
    }
}
