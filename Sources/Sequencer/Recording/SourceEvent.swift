public import MIDI

/// An action of a live source, as a recorder gets it: a message, its arrival or its departure.
public struct SourceEvent: Hashable, Sendable {
    /// An action.
    public enum Action: Hashable, Sendable {
        /// The source begins to play on an input, counted from 0.
        case open(input: Int)
        /// A channel message.
        case message(MIDIMessage)
        /// A whole System Exclusive message, without its F0 and F7.
        case exclusive([UInt8])
        /// The source disconnected, and all that it holds is released.
        case close
    }

    /// The time at which it happened, in nanoseconds of the monotonic clock.
    public var stamp: Int64
    /// The number of the source.
    public var source: UInt8
    /// The action.
    public var action: Action

    /// Makes an event.
    public init(stamp: Int64, source: UInt8, action: Action) {
        self.stamp = stamp
        self.source = source
        self.action = action
    }
}
