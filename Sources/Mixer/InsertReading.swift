/// The levels of an insert in the last period.
public struct InsertReading: Hashable, Sendable {
    /// The highest magnitude of what it gives, as a factor; 1 is full scale.
    public let peak: Double
    /// The gain reduction in dB: that of a compressor or a limiter.
    public let reduction: Double
}
