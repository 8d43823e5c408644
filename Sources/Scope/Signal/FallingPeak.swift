/// The highest magnitude of late, for the scale of a live picture: it rises at once, and falls by half
/// in a second.
struct FallingPeak: Sendable {
    /// The magnitude.
    private(set) var value: Float = 0

    /// Takes frames.
    ///
    /// - Parameters:
    ///   - samples: The interleaved samples of whole stereo frames.
    ///   - rate: Frames per second.
    mutating func add(_ samples: Span<Float>, rate: Int) {
        var highest: Float = 0
        for index in samples.indices { highest = max(highest, samples[index].magnitude) }
        let seconds = Float(samples.count / 2) / Float(rate)
        value = max(value * max(1 - seconds * 0.5, 0), highest)
    }
}
