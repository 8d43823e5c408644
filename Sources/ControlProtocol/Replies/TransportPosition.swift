/// A position in a file, in several units.
public struct TransportPosition: Hashable, Sendable {
    /// Seconds from the start of the file at speed 1, and at the tempo set with `tempo`.
    public var seconds: Double
    /// Frames from the start.
    public var frames: Int64
    /// Ticks from the start.
    public var ticks: Int64
    /// The position as `seek` reads it: `17:1:240`; a time in files without bars.
    public var text: String

    /// Makes a position.
    public init(seconds: Double, frames: Int64, ticks: Int64, text: String) {
        self.seconds = seconds
        self.frames = frames
        self.ticks = ticks
        self.text = text
    }
}
