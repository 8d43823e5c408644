/// A sample of the bank: mono, 16 bits.
struct Sample {
    /// At most 19 characters of ASCII.
    var name: String
    var frames: [Int16]
    /// Frames per second.
    var rate: Int
    /// The key at which it sounds as it stands.
    var rootKey: Int
    /// The frames that repeat; those after them continue as the first of them, for the
    /// interpolation.
    var loop: Range<Int>?
    /// Its loudness, dBFS; see ``Loudness``.
    var loudness: Double

    /// Scales values to the highest peak and rounds them.
    init(name: String, values: [Double], rate: Int, rootKey: Int, loop: Range<Int>?) {
        self.name = name
        self.rate = rate
        self.rootKey = rootKey
        self.loop = loop
        var scaled = values
        loudness = Loudness.normalise(&scaled, rate: Double(rate))
        frames = scaled.map { Int16(($0 * 32_767).rounded()) }
    }
}

/// The index of a sample, with the key at which it sounds unchanged.
struct SampleReference {
    var index: Int
    var rootKey: Int
    var isLooped: Bool
    /// dBFS.
    var loudness: Double
}

/// Samples of one sound at several keys, rising.
typealias SampleSet = [SampleReference]
