import Synchronization

/// A sample as the audio thread reads it.
@safe
struct SampleRecord: BitwiseCopyable, @unchecked Sendable {
    /// The memory of 16-bit frames, from the sample's first one on; or of floats.
    var words: UnsafePointer<Int16>?
    @safe var floats: UnsafePointer<Float>?
    /// The number of frames.
    var count: Int
    var loopStart: Int
    var loopEnd: Int
    var rate: Double
    var rootKey: Double
    var correction: Double
    /// The frames of the memory that have been written; `nil` where all have.
    @safe private var written: UnsafeMutablePointer<Atomic<Int>>?
    /// The frame of the memory at which it begins.
    private var first = 0

    /// The frames that can be played, from the first on.
    var playableCount: Int {
        @_noLocks get {
            guard let written else { return count }
            return min(count, unsafe written.pointee.load(ordering: .acquiring) &- first)
        }
    }

    /// A sample of no frames.
    init() {
        unsafe words = nil
        floats = nil
        written = nil
        (count, loopStart, loopEnd) = (0, 0, 0)
        (rate, rootKey, correction) = (1, 60, 0)
    }

    /// Takes a sample.
    init(_ sample: RegionSample) {
        let (frames, range) = (sample.frames, sample.range)
        unsafe words = frames.words.map { unsafe $0 + range.lowerBound }
        unsafe floats = frames.floats.map { unsafe $0 + range.lowerBound }
        unsafe written = frames.written
        first = range.lowerBound
        count = range.count
        loopStart = sample.loop.lowerBound
        loopEnd = sample.loop.upperBound
        rate = max(sample.rate, 1)
        rootKey = sample.rootKey
        correction = sample.correction
    }
}
