/// Reduces a stream of samples to buckets of equal length, one for each channel.
///
/// Memory does not grow: each bucket is handed out as soon as it is complete.
///
/// ```swift
/// var buckets = PeakBuckets(frames: 256, channels: 2)
/// buckets.add(samples.span) { pixel in draw(pixel[0], pixel[1]) }
/// buckets.finish { pixel in draw(pixel[0], pixel[1]) }
/// ```
public struct PeakBuckets: Sendable {
    /// The frames of a bucket.
    public let frames: Int
    /// The number of channels.
    public let channels: Int

    private var current: [PeakBucket]

    /// Makes empty buckets.
    ///
    /// - Parameters:
    ///   - frames: The frames of a bucket, 1 or more.
    ///   - channels: The number of channels, 1 or more.
    public init(frames: Int, channels: Int) {
        precondition(frames > 0 && channels > 0, "a bucket has frames and channels")
        (self.frames, self.channels) = (frames, channels)
        current = Array(repeating: PeakBucket(), count: channels)
    }

    /// The frames that are missing in the bucket that is being filled.
    var room: Int { frames - current[0].frames }

    /// Adds frames.
    ///
    /// - Parameters:
    ///   - samples: The interleaved samples of whole frames, all finite; 1 is full scale.
    ///   - body: Takes the buckets of all channels each time that they are complete.
    /// - Throws: The errors of `body`.
    public mutating func add<Failure: Error>(
        _ samples: Span<Float>,
        _ body: ([PeakBucket]) throws(Failure) -> Void
    ) throws(Failure) {
        let count = samples.count / channels
        var first = 0
        while first < count {
            let last = first + min(room, count - first)
            for channel in 0..<channels {
                current[channel].add(samples, channel: channel, of: channels, first..<last)
            }
            first = last
            if room == 0 { try emit(body) }
        }
    }

    /// Hands out the last buckets, unless they have no frames.
    ///
    /// - Parameter body: Takes them.
    /// - Throws: The errors of `body`.
    public mutating func finish<Failure: Error>(
        _ body: ([PeakBucket]) throws(Failure) -> Void
    ) throws(Failure) {
        if current[0].frames > 0 { try emit(body) }
    }

    private mutating func emit<Failure: Error>(
        _ body: ([PeakBucket]) throws(Failure) -> Void
    ) throws(Failure) {
        try body(current)
        for channel in 0..<channels { current[channel] = PeakBucket() }
    }
}
