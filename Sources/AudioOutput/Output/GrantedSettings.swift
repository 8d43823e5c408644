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
    /// Frames that the sound is delayed by behind the buffer, as far as the device tells.
    public var deviceLatency: Int

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - period: Frames per period.
    ///   - buffer: Frames that the buffer holds.
    ///   - format: The format of the samples.
    ///   - deviceLatency: Frames that the sound is delayed by behind the buffer.
    public init(
        rate: Int,
        period: Int,
        buffer: Int,
        format: SampleFormat,
        deviceLatency: Int = 0
    ) {
        self.rate = rate
        self.period = period
        self.buffer = buffer
        self.format = format
        self.deviceLatency = deviceLatency
    }

    /// The time from writing a frame to hearing it, in seconds, as far as it is known: the hardware
    /// may add a little.
    public var latency: Double { Double(buffer + deviceLatency) / Double(rate) }
}
