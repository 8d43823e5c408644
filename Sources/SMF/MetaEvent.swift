/// An event that is for the player and not for an instrument (FF): tempo, meter, text and others.
public struct MetaEvent: Hashable, Sendable {
    /// The type byte; 0x00 … 0x7F in a right file.
    public var type: UInt8
    /// The bytes after the length, as in the file.
    public var bytes: ArraySlice<UInt8>

    /// Makes an event from its type and its bytes, which are not checked.
    @inlinable
    public init(type: UInt8, bytes: ArraySlice<UInt8>) {
        self.type = type
        self.bytes = bytes
    }

    /// The end-of-track event (FF 2F 00).
    public static var endOfTrack: MetaEvent { MetaEvent(type: 0x2F, bytes: []) }

    /// Whether this ends a track.
    @inlinable public var isEndOfTrack: Bool { type == 0x2F }
}
