/// A source of events of sixteen channels: a port of a sequence, or a track of it that was singled
/// out.
///
/// See ``PreparedSequence/split(tracks:after:changing:)``.
public struct Lane: Hashable, Sendable {
    /// The port, an index into the ports of the sequence before it was split.
    public var port: Int
    /// The track, from 0 in file order; `nil` for all tracks of the port that have no lane of their
    /// own.
    public var track: Int?
    /// The number of a copy of the lane with other messages; 0 for the lane itself.
    public var variant = 0

    /// Names a lane.
    public init(port: Int, track: Int? = nil, variant: Int = 0) {
        self.port = port
        self.track = track
        self.variant = variant
    }
}
