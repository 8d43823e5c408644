/// The facts about a recording that decide how it is played.
public struct Recording: Hashable, Sendable {
    /// The number of frames.
    public var frameCount: Int
    /// The number of channels, 1 or more; the first two are played.
    public var channelCount: Int
    /// Frames per second.
    public var rate: Int
    /// Bits of a value, 8 … 24; more are rounded to 24.
    public var bits: Int
    /// The key at which it sounds as recorded, from the file's instrument data; `nil` without.
    public var rootKey: Int?
    /// Cents by which the recording is above its key.
    public var detune: Double
    /// The frames of the loop; `nil` without one.
    public var loop: Range<Int>?

    /// Makes a recording.
    public init(
        frameCount: Int,
        channelCount: Int = 1,
        rate: Int,
        bits: Int = 16,
        rootKey: Int? = nil,
        detune: Double = 0,
        loop: Range<Int>? = nil
    ) {
        self.frameCount = frameCount
        self.channelCount = channelCount
        self.rate = rate
        self.bits = bits
        self.rootKey = rootKey
        self.detune = detune
        self.loop = loop
    }
}
