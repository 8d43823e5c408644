/// A clip that a client plays has begun or ended.
public struct ClipChange: Hashable, Sendable {
    /// The kinds of change; the raw values are the protocol's words.
    public enum Change: String, Hashable, Sendable, CaseIterable {
        case began
        /// It was played to its end, stopped, or replaced by another on its strip.
        case ended
    }

    /// The name of the clip.
    public var clip: String
    /// The change.
    public var change: Change
    /// The time at which it is heard, in seconds of `CLOCK_MONOTONIC`; `nil` if it is not known.
    public var heard: Double?

    /// Makes a change.
    public init(_ clip: String, _ change: Change, heard: Double? = nil) {
        (self.clip, self.change, self.heard) = (clip, change, heard)
    }
}

extension ClipChange.Change: FieldValue {}

extension ClipChange: Record {
    package init() { self.init("", .began) }

    package static let fields = Field<ClipChange>.table {
        Field("clip", \.clip)
        Field("change", \.change)
        Field(clock: \.heard)
    }
}
