/// The data of a program at a time of a track, see ``MusicEvent/user(_:)``.
public struct UserEvent: Hashable, Sendable {
    /// The time in ticks.
    public var tick: Int64
    /// The index of the track in its ``MusicSequence``.
    public var track: Int
    /// The data.
    public var bytes: [UInt8]

    /// Makes an event.
    public init(tick: Int64, track: Int, bytes: [UInt8]) {
        self.tick = tick
        self.track = track
        self.bytes = bytes
    }
}
