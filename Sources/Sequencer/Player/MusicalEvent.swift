public import SMF

/// Something in a piece that is reported when playing passes it.
public struct MusicalEvent: Hashable, Sendable {
    /// The kind.
    public enum Kind: Hashable, Sendable {
        /// A bar begins; bars count from 1.
        case bar(Int64)
        /// A beat begins that is not a bar's first; both count from 1.
        case beat(bar: Int64, beat: Int64)
        /// A marker.
        case marker(String)
        /// A syllable that is sung.
        case lyric(String)
        /// A text that the caller has given.
        case text(String)
        /// Another meter.
        case meter(TimeSignature)
        /// Another tempo, in microseconds per quarter note.
        case tempo(UInt32)
        /// Another key.
        case key(KeySignature)
        /// A user event; chased ones lie before the start of playing, and come when it begins.
        case user(UserEvent, isChased: Bool)
        /// A track's end; tracks count from 0.
        case trackEnd(Int)
    }

    /// The kind.
    public var kind: Kind
    /// The position in the piece.
    public var tick: Int64
    /// The time at which it is passed: frames since the item began, passes of its loop included.
    public var frame: Int64

    /// Makes an event.
    public init(kind: Kind, tick: Int64, frame: Int64) {
        self.kind = kind
        self.tick = tick
        self.frame = frame
    }
}
