/// A fixed number of frames as a sink takes them: interleaved samples of a layout.
@safe
package struct InterleavedBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawPointer
    /// The number of frames that fit.
    package let capacity: Int
    /// The bytes of a frame.
    private let frameBytes: Int

    /// Makes a buffer of zeros.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - layout: The samples' layout.
    ///   - channels: The samples of a frame.
    ///   - capacity: How many frames fit.
    package init(layout: SampleLayout, channels: Int = 2, capacity: Int) {
        self.capacity = capacity
        frameBytes = channels * layout.bytes
        unsafe bytes = .allocate(byteCount: capacity * frameBytes, alignment: 16)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity * frameBytes)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    /// The memory of the first frames, to be written.
    @_noLocks
    @unsafe
    package func memory(frames: Int) -> UnsafeMutableRawPointer {
        assert(frames >= 0 && frames <= capacity, "frames out of range")
        return unsafe bytes
    }

    /// The samples of the first frames.
    @_lifetime(borrow self)
    package func samples(frames: Int) -> RawSpan {
        precondition(frames >= 0 && frames <= capacity, "frames out of range")
        let span = unsafe RawSpan(_unsafeStart: bytes, byteCount: frames * frameBytes)
        return unsafe _overrideLifetime(span, borrowing: self)
    }
}
