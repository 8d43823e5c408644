/// A recording that regions play.
public struct RegionSample: Sendable {
    /// The memory that its frames are in.
    public var frames: SampleFrames
    /// Its frames within that memory.
    public var range: Range<Int>
    /// The looped frames, counted from its first one; the end may be behind its last.
    public var loop: Range<Int>
    /// Frames per second.
    public var rate: Double
    /// The key at which it sounds as recorded.
    public var rootKey: Double
    /// Cents that the recording has to be corrected by.
    public var correction: Double

    /// Makes a sample.
    ///
    /// - Parameters:
    ///   - frames: The memory that its frames are in.
    ///   - range: Its frames within that memory; `nil` for all.
    ///   - loop: The looped frames, counted from its first one.
    ///   - rate: Frames per second.
    ///   - rootKey: The key at which it sounds as recorded.
    ///   - correction: Cents that it has to be corrected by.
    public init(
        _ frames: SampleFrames,
        range: Range<Int>? = nil,
        loop: Range<Int> = 0..<0,
        rate: Double,
        rootKey: Double = 60,
        correction: Double = 0
    ) {
        self.frames = frames
        self.range = (range ?? 0..<frames.count).clamped(to: 0..<frames.count)
        self.loop = loop
        self.rate = rate
        self.rootKey = rootKey
        self.correction = correction
    }
}
