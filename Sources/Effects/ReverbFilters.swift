import Realtime

/// The low-pass filters of a reverb's delay lines.
@safe
struct ReverbFilters: ~Copyable {
    /// The frames from one line's outputs to those of the next.
    static var stride: Int {
        @_noLocks get { Self.front + Block.frames }
    }
    /// The outputs of the block before that are kept in front of a line's.
    private static var front: Int {
        @_noLocks get { 4 }
    }

    /// The outputs of a block, one line's after the other's.
    private let memory = SampleMemory(count: ReverbLines.count * Self.stride)

    init() {}

    /// The output of the first line from a frame of the block on; those of the other lines follow,
    /// each ``stride`` behind the one before.
    @_noLocks
    @unsafe
    func output(from offset: Int, count: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(
            from: Self.front + offset,
            count: (ReverbLines.count - 1) * Self.stride + count
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

    /// Runs a line through the part of its filter that has no feedback: from a low-pass of one pole,
    /// s[n] = b x[n] + a s[n−1], follows s[n] = b x[n] + a b x[n−1] + a² b x[n−2] + a³ b x[n−3] +
    /// a⁴ s[n−4], of which ``feedBack(_:from:count:)`` adds the last product, for four frames at a time.
    ///
    /// - Parameters:
    ///   - line: The number of the line.
    ///   - delayed: The frames that leave it.
    ///   - a: The filter's feedback.
    ///   - b: The filter's gain.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    mutating func runForward(
        _ line: Int,
        _ delayed: UnsafeMutablePointer<Float>,
        feedback a: Float,
        gain b: Float,
        from offset: Int,
        count: Int
    ) {
        let output = unsafe output(from: offset, count: count) + line * Self.stride
        let (b1, b2, b3) = (b * a, b * (a * a), b * (a * a) * a)
        let (x1, x2, x3) = unsafe (delayed - 1, delayed - 2, delayed - 3)
        for index in 0..<count {
            let late = unsafe b * delayed[index] + b1 * x1[index]
            let early = unsafe b2 * x2[index] + b3 * x3[index]
            unsafe output[index] = late + early
        }
    }

    /// Adds what all filters feed back.
    ///
    /// - Parameters:
    ///   - feedback: The filters' feedback.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    mutating func feedBack(_ feedback: SIMD8<Float>, from offset: Int, count: Int) {
        let squares = feedback * feedback
        let powers = squares * squares
        // Four at a time: each waits for its own last result.
        for first in Swift.stride(from: 0, to: ReverbLines.count, by: 4) {
            let o0 = unsafe output(from: offset, count: count) + first * Self.stride
            let o1 = unsafe o0 + Self.stride
            let o2 = unsafe o1 + Self.stride
            let o3 = unsafe o2 + Self.stride
            let (p0, p1) = (Quad(repeating: powers[first]), Quad(repeating: powers[first + 1]))
            let (p2, p3) = (Quad(repeating: powers[first + 2]), Quad(repeating: powers[first + 3]))
            var (s0, s1) = unsafe (o0.quad(-4), o1.quad(-4))
            var (s2, s3) = unsafe (o2.quad(-4), o3.quad(-4))
            var index = 0
            while index &+ 4 <= count {
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
            while index < count {
                unsafe o0[index] += powers[first] * o0[index - 4]
                unsafe o1[index] += powers[first + 1] * o1[index - 4]
                unsafe o2[index] += powers[first + 2] * o2[index - 4]
                unsafe o3[index] += powers[first + 3] * o3[index - 4]
                index &+= 1
            }
        }
    }

    /// Filters a line with coefficients that move in straight lines.
    ///
    /// - Parameters:
    ///   - line: The number of the line.
    ///   - delayed: The frames that leave it.
    ///   - current: The coefficients at the start of the block.
    ///   - next: The coefficients at its end.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    mutating func runMoving(
        _ line: Int,
        _ delayed: UnsafeMutablePointer<Float>,
        from current: ReverbCoefficients,
        to next: ReverbCoefficients,
        from offset: Int,
        count: Int
    ) {
        let output = unsafe output(from: offset, count: count) + line * Self.stride
        let a0 = current.feedback[line]
        let b0 = current.gain[line]
        let da = (next.feedback[line] - a0) * (1 / 64)
        let db = (next.gain[line] - b0) * (1 / 64)
        for index in 0..<count {
            let frame = Float(offset + index)
            let (a, b) = (a0 + da * frame, b0 + db * frame)
            let a2 = a * a
            let t = unsafe delayed[index] + a * delayed[index - 1]
            let before = unsafe delayed[index - 2] + a * delayed[index - 3]
            unsafe output[index] = b * (t + a2 * before) + a2 * a2 * output[index - 4]
        }
    }
}
