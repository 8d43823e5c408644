/// A source of events of sixteen channels: a port of a sequence, or a track of it that was singled
/// out.
///
/// See ``PreparedSequence/split(tracks:after:)``.
public struct Lane: Hashable, Sendable {
    /// The port, an index into the ports of the sequence before it was split.
    public var port: Int
    /// The track, from 0 in file order; `nil` for all tracks of the port that have no lane of their
    /// own.
    public var track: Int?

    /// Names a lane.
    public init(port: Int, track: Int? = nil) {
        self.port = port
        self.track = track
    }
}
