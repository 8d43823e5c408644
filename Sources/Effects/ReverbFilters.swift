import Realtime

/// The low-pass filters of a reverb's delay lines, of one pole each.
@safe
struct ReverbFilters: ~Copyable {
    /// The frames from one line's outputs to those of the next.
    static var stride: Int {
        @_noLocks get { Self.front + Block.frames }
    }
    /// The number of the previous block's outputs that are stored in front of a line's.
    private static var front: Int {
        @_noLocks get { 4 }
    }

    /// The outputs of a block, one line's after the other's.
    private let memory = SampleMemory(count: ReverbLines.count * Self.stride)
    /// Five weights for each line: those of a frame and of the three before it, and that of the output
    /// four frames before.
    ///
    /// The first of all lines come first. Were they not read from memory, the compiler would compute
    /// several of them in one vector and take the loops' vectors apart for it.
    private let weights = SampleMemory(count: 5 * ReverbLines.count)

    init() {}

    /// Sets the filters' coefficients.
    ///
    /// s[n] = b x[n] + a s[n−1] is computed for four frames at a time, as s[n] = b x[n] + a b x[n−1] +
    /// a² b x[n−2] + a³ b x[n−3] + a⁴ s[n−4].
    ///
    /// - Parameters:
    ///   - a: The feedback of each line's filter.
    ///   - b: The gain of each line's filter.
    @_noLocks
    func set(feedback a: SIMD8<Float>, gain b: SIMD8<Float>) {
        let weights = unsafe weights.samples(from: 0, count: 5 * ReverbLines.count)
        let square = a * a
        unsafe weights.setOctet(0, b)
        unsafe weights.setOctet(8, b * a)
        unsafe weights.setOctet(16, b * square)
        unsafe weights.setOctet(24, b * square * a)
        unsafe weights.setOctet(32, square * square)
    }

    /// The output of the first line from a frame of the block on; those of the other lines follow,
    /// each ``stride`` behind the one before.
    @_noLocks
    @unsafe
    func output(from offset: Int, count: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(
            memory.samples(
                from: Self.front + offset,
                count: (ReverbLines.count - 1) * Self.stride + count
            )
        )
    }

    /// Puts the last outputs of the block before in front of those of the next.
    @_noLocks
    func beginBlock() {
        for line in 0..<ReverbLines.count {
            let outputs = unsafe memory.samples(from: line * Self.stride, count: Self.stride)
            unsafe outputs.setQuad(0, outputs.quad(Block.frames))
        }
    }

    /// Resets them.
    @_noLocks
    func clear() { memory.clear() }

    /// Filters some frames of a line.
    ///
    /// - Parameters:
    ///   - line: The number of the line.
    ///   - delayed: The frames that leave it; three more are before them.
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    @_noLocks
    @unsafe
    @inline(__always)
    func run(_ line: Int, _ delayed: UnsafePointer<Float>, from start: Int, to end: Int) {
        let count = end &- start
        let output = unsafe memory.samples(
            from: line &* Self.stride &+ Self.front &+ start,
            count: count
        )
        let w = unsafe weights.samples(from: line, count: 4 * ReverbLines.count + 1)
        let (b0, b1) = unsafe (Octet(repeating: w[0]), Octet(repeating: w[8]))
        let (b2, b3) = unsafe (Octet(repeating: w[16]), Octet(repeating: w[24]))
        var index = 0
        while index < count {
            let late = unsafe b0 * delayed.octet(index) + b1 * delayed.octet(index &- 1)
            let early = unsafe b2 * delayed.octet(index &- 2) + b3 * delayed.octet(index &- 3)
            unsafe output.setOctet(index, late + early)
            index &+= Block.group
        }
    }

    /// Adds what all filters feed back.
    @_noLocks
    func feedBack(from start: Int, to end: Int) {
        let count = end &- start
        let w = unsafe weights.samples(from: 4 * ReverbLines.count, count: ReverbLines.count)
        // Four at a time: each waits for its own last result.
        for first in Swift.stride(from: 0, to: ReverbLines.count, by: 4) {
            let o0 = unsafe memory.samples(
                from: first &* Self.stride &+ Self.front &+ start,
                count: 3 * Self.stride &+ count
            )
            let o1 = unsafe o0 + Self.stride
            let o2 = unsafe o1 + Self.stride
            let o3 = unsafe o2 + Self.stride
            let p0 = unsafe Quad(repeating: w[first])
            let p1 = unsafe Quad(repeating: w[first &+ 1])
            let p2 = unsafe Quad(repeating: w[first &+ 2])
            let p3 = unsafe Quad(repeating: w[first &+ 3])
            var (s0, s1) = unsafe (o0.quad(-4), o1.quad(-4))
            var (s2, s3) = unsafe (o2.quad(-4), o3.quad(-4))
            var index = 0
            while index < count {
                s0 = unsafe o0.quad(index) + p0 * s0
                s1 = unsafe o1.quad(index) + p1 * s1
                s2 = unsafe o2.quad(index) + p2 * s2
                s3 = unsafe o3.quad(index) + p3 * s3
                unsafe o0.setQuad(index, s0)
                unsafe o1.setQuad(index, s1)
                unsafe o2.setQuad(index, s2)
                unsafe o3.setQuad(index, s3)
                index &+= 4
            }
        }
    }
}
