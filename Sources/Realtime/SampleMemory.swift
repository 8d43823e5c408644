/// A fixed number of samples for loops over whole blocks, silent at first.
///
/// Such loops use vectors, which a check of each index would slow down: they get the address of a
/// range, and the range is checked in debug builds. It stands in this module so that loops of
/// another are compiled with its body, in debug builds too.
@frozen
@safe
public struct SampleMemory: ~Copyable, @unchecked Sendable {
    // A pointer stands first: see FixedArray.
    @usableFromInline let base: UnsafeMutablePointer<Float>
    /// The number of samples.
    public let count: Int

    /// Makes a number of samples.
    ///
    /// Allocates: not for the audio thread.
    public init(count: Int) {
        unsafe base = .allocate(capacity: count)
        unsafe base.initialize(repeating: 0, count: count)
        self.count = count
    }

    deinit {
        unsafe base.deallocate()
    }

    /// The memory from an index on, for a number of samples.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func samples(from index: Int, count length: Int) -> UnsafeMutablePointer<Float> {
        assert(index >= 0 && length >= 0 && index + length <= count, "samples out of range")
        return unsafe base + index
    }

    /// Silences some samples.
    @inlinable
    @_noLocks
    public func clear(from start: Int, to end: Int) {
        let samples = unsafe samples(from: start, count: end - start)
        for index in 0..<(end - start) { unsafe samples[index] = 0 }
    }

    /// Silences all samples.
    @inlinable
    @_noLocks
    public func clear() { clear(from: 0, to: count) }
}
