/// The settings of practice: the parts that the musician plays, and how exact the keys have to be.
public struct PracticeSettings: Hashable, Sendable {
    /// The range of ``milliseconds``.
    public static let tolerances = 20...2_000
    /// The tolerance unless another is set.
    public static let defaultTolerance = 250

    /// The musician's parts.
    public var parts: SelectorSet
    /// The time by which a step may be played early, and within which the keys of a chord are
    /// pressed, in milliseconds.
    public var milliseconds: Int
    /// Whether the notes of the parts are heard as the file has them.
    public var isHeard: Bool

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - parts: The musician's parts.
    ///   - milliseconds: The tolerance.
    ///   - isHeard: Whether the notes of the parts are heard as the file has them.
    public init(
        _ parts: SelectorSet,
        milliseconds: Int = Self.defaultTolerance,
        isHeard: Bool = false
    ) {
        self.parts = parts
        self.milliseconds = milliseconds
        self.isHeard = isHeard
    }

    /// The tolerance in nanoseconds.
    public var tolerance: Int64 { Int64(milliseconds) * 1_000_000 }
}
