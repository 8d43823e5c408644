/// The settings that a device has granted, beside those that were requested of it.
public struct GrantedSettings: Hashable, Sendable {
    /// Frames per second.
    public var rate: Int
    /// Frames per period.
    public var period: Int
    /// Frames that the buffer holds.
    public var buffer: Int
    /// The format of the samples.
    public var format: SampleFormat

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - period: Frames per period.
    ///   - buffer: Frames that the buffer holds.
    ///   - format: The format of the samples.
    public init(rate: Int, period: Int, buffer: Int, format: SampleFormat) {
        self.rate = rate
        self.period = period
        self.buffer = buffer
        self.format = format
    }

    /// The time from writing a frame to hearing it, in seconds, as far as the buffer makes it: the
    /// hardware behind it may add a little.
    public var latency: Double { Double(buffer) / Double(rate) }
}
