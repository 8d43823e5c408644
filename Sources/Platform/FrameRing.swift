import CLinux
package import Realtime
import Synchronization

/// A single-producer, single-consumer queue of frames.
///
/// The audio thread writes and never waits: frames that find no room are counted and lost.
@safe
package struct FrameRing: ~Copyable, @unchecked Sendable {
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let mask: Int
    /// Frames written so far.
    private let head = SeparateCounter()
    /// Frames read so far.
    private let tail = SeparateCounter()
    private let lost = Atomic<Int>(0)
    /// Posted with every frame that comes.
    package let wake = Semaphore()
    /// The end of the last write.
    package let moment = SequenceLock(Moment())

    /// The number of frames that had been written at a time.
    package struct Moment: BitwiseCopyable {
        /// The frames so far.
        package var frames: Int64 = 0
        /// The time in nanoseconds.
        package var time: Int64 = 0

        @_noLocks
        package init() {}
    }

    /// Makes an empty ring.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter minimumCapacity: How many frames fit at least; rounded up to a power of two.
    package init(minimumCapacity: Int) {
        precondition(minimumCapacity > 0 && minimumCapacity <= 1 << 30)
        var capacity = 1
        while capacity < minimumCapacity { capacity <<= 1 }
        unsafe left = .allocate(capacity: capacity)
        unsafe right = .allocate(capacity: capacity)
        unsafe left.initialize(repeating: 0, count: capacity)
        unsafe right.initialize(repeating: 0, count: capacity)
        mask = capacity - 1
    }

    deinit {
        unsafe left.deallocate()
        unsafe right.deallocate()
    }

    /// Frames that were lost so far.
    package var lostFrames: Int { lost.load(ordering: .relaxed) }

    /// Frames that have not been read yet.
    package var unreadFrames: Int {
        head.value.load(ordering: .acquiring) &- tail.value.load(ordering: .relaxed)
    }

    /// Frames that fit at the moment.
    package var room: Int {
        mask &+ 1 &- (head.value.load(ordering: .relaxed) &- tail.value.load(ordering: .acquiring))
    }

    /// Appends the frames `start ..< end` of a sound: all of them, or none where they do not fit.
    ///
    /// Producer's thread only.
    @_noLocks
    package func write(_ sound: borrowing StereoBuffer, from start: Int, to end: Int) {
        let frames = end &- start
        let head = self.head.value.load(ordering: .relaxed)
        defer { wake.post() }
        guard head &- tail.value.load(ordering: .acquiring) &+ frames <= mask &+ 1 else {
            lost.store(lost.load(ordering: .relaxed) &+ frames, ordering: .relaxed)
            return
        }
        let leftSamples = unsafe sound.left.span(from: start, to: end) + start
        let rightSamples = unsafe sound.right.span(from: start, to: end) + start
        for index in 0..<frames {
            unsafe left[(head &+ index) & mask] = leftSamples[index]
            unsafe right[(head &+ index) & mask] = rightSamples[index]
        }
        self.head.value.store(head &+ frames, ordering: .releasing)
        var moment = Moment()
        moment.frames = Int64(head &+ frames)
        moment.time = seqd_monotonic_nanoseconds()
        self.moment.store(moment)
    }

    /// Takes the oldest frames.
    ///
    /// Consumer's thread only.
    ///
    /// - Parameters:
    ///   - sound: Where they go.
    ///   - most: The most frames to take.
    /// - Returns: How many were taken.
    package func read(into sound: inout StereoBuffer, most: Int) -> Int {
        let tail = self.tail.value.load(ordering: .relaxed)
        let count = min(most, head.value.load(ordering: .acquiring) &- tail)
        for index in 0..<count {
            unsafe sound.left[index] = left[(tail &+ index) & mask]
            unsafe sound.right[index] = right[(tail &+ index) & mask]
        }
        self.tail.value.store(tail &+ count, ordering: .releasing)
        return count
    }
}
