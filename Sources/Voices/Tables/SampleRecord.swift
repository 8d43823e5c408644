/// A sample as the audio thread reads it.
@safe
struct SampleRecord: BitwiseCopyable, @unchecked Sendable {
    /// The memory of 16-bit frames, from the sample's first one on; or of floats.
    var words: UnsafePointer<Int16>?
    @safe var floats: UnsafePointer<Float>?
    /// The number of frames.
    var count: Int
    /// The frames before the first one and behind the last that may be read too.
    var before: Int
    var behind: Int
    var loopStart: Int
    var loopEnd: Int
    var rate: Double
    var rootKey: Double
    var correction: Double
    /// The highest magnitude in the loop, of 1.
    var loopPeak: Double

    /// A sample of no frames.
    init() {
        unsafe words = nil
        floats = nil
        (count, before, behind, loopStart, loopEnd) = (0, 0, 0, 0, 0)
        (rate, rootKey, correction, loopPeak) = (1, 60, 0, 0)
    }

    /// Takes a sample.
    init(_ sample: RegionSample) {
        let (frames, range) = (sample.frames, sample.range)
        unsafe words = frames.words.map { unsafe $0 + range.lowerBound }
        unsafe floats = frames.floats.map { unsafe $0 + range.lowerBound }
        count = range.count
        before = range.lowerBound
        behind = frames.count - range.upperBound
        loopStart = sample.loop.lowerBound
        loopEnd = sample.loop.upperBound
        rate = max(sample.rate, 1)
        rootKey = sample.rootKey
        correction = sample.correction
        loopPeak = sample.loopPeak ?? 0
        guard sample.loopPeak == nil else { return }
        for index in loopStart..<loopEnd where index >= -before && index < count + behind {
            loopPeak = max(loopPeak, abs(Double(self[index])))
        }
    }

    /// The frame of an index, between −1 and 1.
    private subscript(index: Int) -> Float {
        if let words = unsafe self.words { return unsafe Float(words[index]) / 32_768 }
        guard let floats else { return 0 }
        return unsafe floats[index]
    }
}
