/// The levels of one channel over a pixel, as integers of 16 bits.
public struct PeakValues: Hashable, Sendable, BitwiseCopyable {
    /// The lowest sample; −32,768 is full scale.
    public var minimum: Int16
    /// The highest sample; 32,767 is full scale.
    public var maximum: Int16
    /// The root of the mean square, 0 … 32,767.
    public var rms: Int16

    /// Takes values.
    public init(minimum: Int16, maximum: Int16, rms: Int16) {
        (self.minimum, self.maximum, self.rms) = (minimum, maximum, rms)
    }

    /// Rounds the levels of a bucket that has frames towards 0, as audiowaveform does; levels above
    /// full scale become full scale.
    public init(_ bucket: PeakBucket) {
        minimum = Self.integer(Double(bucket.minimum))
        maximum = Self.integer(Double(bucket.maximum))
        rms = Self.integer(bucket.rms)
    }

    private static func integer(_ level: Double) -> Int16 {
        Int16(min(max(level * 32_768, -32_768), 32_767))
    }
}
