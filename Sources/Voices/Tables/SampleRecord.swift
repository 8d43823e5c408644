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
    /// How far the memory has been written; `nil` where all has.
    @safe private var progress: UnsafeMutablePointer<SampleProgress>?
    /// The frame of the memory at which it begins.
    private var first = 0

    /// The frames that can be played, from the first on.
    var playableCount: Int {
        @_noLocks get {
            guard let progress else { return count }
            let written = unsafe progress.pointee.written.load(ordering: .sequentiallyConsistent)
            return min(count, written &- first)
        }
    }

    /// Notes that a voice plays it, for those who give memory back.
    ///
    /// - Parameter now: The time in nanoseconds.
    @_noLocks
    func markUse(at now: Int64) {
        guard let progress,
            unsafe now &- progress.pointee.lastUse.load(ordering: .relaxed) > 10_000_000
        else { return }
        unsafe progress.pointee.lastUse.store(now, ordering: .sequentiallyConsistent)
    }

    /// Notes that a voice ends because frames are missing.
    @_noLocks
    func markStarved() {
        guard let progress else { return }
        _ = unsafe progress.pointee.starved.wrappingAdd(1, ordering: .relaxed)
    }

    /// A sample of no frames.
    init() {
        unsafe words = nil
        floats = nil
        progress = nil
        (count, loopStart, loopEnd) = (0, 0, 0)
        (rate, rootKey, correction) = (1, 60, 0)
    }

    /// Takes a sample.
    init(_ sample: RegionSample) {
        let (frames, range) = (sample.frames, sample.range)
        unsafe words = frames.words.map { unsafe $0 + range.lowerBound }
        unsafe floats = frames.floats.map { unsafe $0 + range.lowerBound }
        unsafe progress = frames.progress
        first = range.lowerBound
        count = range.count
        loopStart = sample.loop.lowerBound
        loopEnd = sample.loop.upperBound
        rate = max(sample.rate, 1)
        rootKey = sample.rootKey
        correction = sample.correction
    }
}
