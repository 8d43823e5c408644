/// A named position in a sequence (FF 06).
public struct Marker: Hashable, Sendable {
    /// The position.
    public var tick: Int64
    /// Its name, decoded.
    public var name: String

    /// Makes a marker.
    public init(tick: Int64, name: String) {
        self.tick = tick
        self.name = name
    }
}
