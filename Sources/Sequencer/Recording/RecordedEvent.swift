public import MIDI

/// A message of a live input, with the time at which it arrived.
public struct RecordedEvent: Hashable, Sendable {
    /// A message.
    public enum Content: Hashable, Sendable {
        /// A channel message.
        case message(MIDIMessage)
        /// A whole System Exclusive message, without its F0 and F7.
        case exclusive([UInt8])
    }

    /// The time of its arrival, in nanoseconds.
    public var time: Int64
    /// The input, from 0.
    public var input: Int
    /// The message.
    public var content: Content

    /// Makes an event.
    public init(time: Int64, input: Int, content: Content) {
        self.time = time
        self.input = input
        self.content = content
    }

    /// Whether it starts a note.
    public var isNoteOn: Bool {
        if case .message(let message) = content { message.isNoteOn } else { false }
    }
}
