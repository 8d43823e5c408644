/// A named position in a sequence (FF 06).
public struct Marker: Hashable, Sendable {
    /// The position.
    public var tick: Int64
    /// Its name, decoded.
    public var name: String
    /// Whether it is a cue point (FF 07): something that happens in a film or on a stage.
    public var isCuePoint: Bool

    /// Makes a marker.
    public init(tick: Int64, name: String, isCuePoint: Bool = false) {
        self.tick = tick
        self.name = name
        self.isCuePoint = isCuePoint
    }
}
