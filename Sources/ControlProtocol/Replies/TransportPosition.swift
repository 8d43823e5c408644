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

extension TransportPosition: Record {
    package init() { self.init(seconds: 0, frames: 0, ticks: 0, text: "") }

    package static let fields = Field<TransportPosition>.table {
        Field("position", \.text, "bar:beat:tick, if a file is loaded")
        Field(
            "seconds",
            \.seconds,
            "the position as a time at speed 1, and at the tempo set with `tempo`"
        ).words("time", .time)
        Field("frames", \.frames, "the position in frames")
        Field("ticks", \.ticks, "the position in ticks")
    }
}
