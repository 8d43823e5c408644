/// Reduces a stream of samples of any length to at most a number of pixels.
///
/// The length need not be known before the end. Meanwhile there are at most 64 times as many
/// buckets, or 8 times where they would be too many; each time that they reach this number,
/// neighbours are merged.
public struct FittedBuckets: Sendable {
    /// The outcome: buckets of equal length, one for each pixel and channel.
    public struct Pixels: Hashable, Sendable {
        /// The frames of a bucket.
        public var frames: Int
        /// The number of channels.
        public var channels: Int
        /// The buckets of each pixel, one for each channel.
        public var buckets: [PeakBucket]

        /// The number of pixels.
        public var count: Int { buckets.count / channels }
        /// The number of frames of all pixels.
        public var frameCount: Int {
            stride(from: 0, to: buckets.count, by: channels).reduce(0) { $0 + buckets[$1].frames }
        }
    }

    /// The most pixels.
    public let width: Int

    private var source: PeakBuckets
    private var buckets: [PeakBucket] = []
    /// The number of pixels at which neighbours are merged, an even one.
    private let limit: Int

    /// The most buckets that are held, of all channels.
    var capacity: Int { limit * source.channels }

    /// The buckets that a pixel is merged of, an even number: as many as fit into 100 MB, for a small
    /// rest of the width, but not too few for that.
    private static func bucketsPerPixel(_ pixels: Int) -> Int {
        min(max((1 << 22) / pixels / 2 * 2, 8), 64)
    }

    /// Makes empty pixels.
    ///
    /// - Parameters:
    ///   - width: The most pixels, 1 or more.
    ///   - channels: The number of channels, 1 or more.
    public init(width: Int, channels: Int) {
        precondition(width > 0, "a picture has pixels")
        self.width = width
        limit = width * Self.bucketsPerPixel(width * channels)
        source = PeakBuckets(frames: 1, channels: channels)
    }

    /// Adds frames.
    ///
    /// - Parameter samples: The interleaved samples of whole frames, all finite; 1 is full scale.
    public mutating func add(_ samples: Span<Float>) {
        let channels = source.channels
        let count = samples.count / channels
        var first = 0
        while first < count {
            // Up to the next merge.
            let missing = (limit - buckets.count / channels - 1) * source.frames + source.room
            let last = first + min(missing, count - first)
            var added: [PeakBucket] = []
            swap(&added, &buckets)
            source.add(samples.extracting(first * channels..<last * channels)) {
                added += $0
            }
            swap(&added, &buckets)
            first = last
            if buckets.count / channels == limit { halve() }
        }
    }

    /// Merges neighbours.
    private mutating func halve() {
        buckets = Self.merged(buckets, by: 2, channels: source.channels)
        source = PeakBuckets(frames: source.frames * 2, channels: source.channels)
    }

    /// The pixels of all frames that were added.
    ///
    /// - Parameter least: The least number of frames of a pixel, 1 or more.
    /// - Returns: The pixels; none without frames.
    public func finished(least: Int = 1) -> Pixels {
        var (source, buckets) = (source, buckets)
        source.finish { buckets += $0 }
        let channels = source.channels
        let count = buckets.count / channels
        let factor = max(
            1,
            (count + width - 1) / width,
            (least + source.frames - 1) / source.frames
        )
        return Pixels(
            frames: source.frames * factor,
            channels: channels,
            buckets: Self.merged(buckets, by: factor, channels: channels)
        )
    }

    private static func merged(
        _ buckets: [PeakBucket],
        by factor: Int,
        channels: Int
    ) -> [PeakBucket] {
        guard factor > 1 else { return buckets }
        let count = buckets.count / channels
        var merged: [PeakBucket] = []
        merged.reserveCapacity((count + factor - 1) / factor * channels)
        for first in stride(from: 0, to: count, by: factor) {
            for channel in 0..<channels {
                var bucket = buckets[first * channels + channel]
                for pixel in first + 1..<max(first + 1, min(first + factor, count)) {
                    bucket.merge(buckets[pixel * channels + channel])
                }
                merged.append(bucket)
            }
        }
        return merged
    }
}
