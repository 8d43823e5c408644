import Realtime

/// The low-pass filters of a reverb's delay lines.
@safe
struct ReverbFilters: ~Copyable {
    /// The outputs of a block, one line's after the other's.
    private let memory = SampleMemory(count: ReverbLines.count * Block.frames)
    /// The last four outputs of each filter.
    private var outputs = (
        Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0),
        Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0), Quad(repeating: 0)
    )

    init() {}

    /// The output of the first line from a frame of the block on; those of the other lines follow a
    /// block apart.
    @_noLocks
    @unsafe
    func output(from offset: Int, count: Int) -> UnsafeMutablePointer<Float> {
        unsafe memory.samples(
            from: offset,
            count: (ReverbLines.count - 1) * Block.frames + count
        )
    }

    /// Resets them.
    @_noLocks
    mutating func clear() {
        memory.clear()
        let zero = Quad(repeating: 0)
        outputs = (zero, zero, zero, zero, zero, zero, zero, zero)
    }

    /// Filters all lines with steady coefficients.
    ///
    /// - Parameters:
    ///   - d0: The frames that leave the first line.
    ///   - d1: The frames that leave the second line.
    ///   - d2: The frames that leave the third line.
    ///   - d3: The frames that leave the fourth line.
    ///   - d4: The frames that leave the fifth line.
    ///   - d5: The frames that leave the sixth line.
    ///   - d6: The frames that leave the seventh line.
    ///   - d7: The frames that leave the eighth line.
    ///   - feedback: The filters' feedback.
    ///   - gain: The filters' gain.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    mutating func run(
        _ d0: UnsafeMutablePointer<Float>,
        _ d1: UnsafeMutablePointer<Float>,
        _ d2: UnsafeMutablePointer<Float>,
        _ d3: UnsafeMutablePointer<Float>,
        _ d4: UnsafeMutablePointer<Float>,
        _ d5: UnsafeMutablePointer<Float>,
        _ d6: UnsafeMutablePointer<Float>,
        _ d7: UnsafeMutablePointer<Float>,
        feedback: SIMD8<Float>,
        gain: SIMD8<Float>,
        from offset: Int,
        count: Int
    ) {
        // Four at a time: each waits for its own last result.
        unsafe runFour(0, d0, d1, d2, d3, feedback, gain, offset, count)
        unsafe runFour(4, d4, d5, d6, d7, feedback, gain, offset, count)
    }

    @_noLocks
    @unsafe
    @inline(__always)
    private mutating func runFour(
        _ k: Int,
        _ d0: UnsafeMutablePointer<Float>,
        _ d1: UnsafeMutablePointer<Float>,
        _ d2: UnsafeMutablePointer<Float>,
        _ d3: UnsafeMutablePointer<Float>,
        _ feedback: SIMD8<Float>,
        _ gain: SIMD8<Float>,
        _ offset: Int,
        _ count: Int
    ) {
        var f0 = unsafe LowPass(feedback[k], gain[k], last(k), d0)
        var f1 = unsafe LowPass(feedback[k + 1], gain[k + 1], last(k + 1), d1)
        var f2 = unsafe LowPass(feedback[k + 2], gain[k + 2], last(k + 2), d2)
        var f3 = unsafe LowPass(feedback[k + 3], gain[k + 3], last(k + 3), d3)
        let output = unsafe output(from: offset, count: count)
        let block = Block.frames
        let o0 = unsafe output + k * block
        let o1 = unsafe output + (k + 1) * block
        let o2 = unsafe output + (k + 2) * block
        let o3 = unsafe output + (k + 3) * block
        var index = 0
        while index &+ 4 <= count {
            unsafe f0.run(d0, o0, index)
            unsafe f1.run(d1, o1, index)
            unsafe f2.run(d2, o2, index)
            unsafe f3.run(d3, o3, index)
            index &+= 4
        }
        while index < count {
            unsafe f0.step(d0, o0, index)
            unsafe f1.step(d1, o1, index)
            unsafe f2.step(d2, o2, index)
            unsafe f3.step(d3, o3, index)
            index &+= 1
        }
        setLast(k, f0.last)
        setLast(k + 1, f1.last)
        setLast(k + 2, f2.last)
        setLast(k + 3, f3.last)
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
        let output = unsafe output(from: offset, count: count) + line * Block.frames
        let a0 = current.feedback[line]
        let b0 = current.gain[line]
        let da = (next.feedback[line] - a0) * (1 / 64)
        let db = (next.gain[line] - b0) * (1 / 64)
        var last = self.last(line)
        for index in 0..<count {
            let frame = Float(offset + index)
            let (a, b) = (a0 + da * frame, b0 + db * frame)
            let a2 = a * a
            let t = unsafe delayed[index] + a * delayed[index - 1]
            let before = unsafe delayed[index - 2] + a * delayed[index - 3]
            let next = b * (t + a2 * before) + a2 * a2 * last.x
            last = Quad(last.y, last.z, last.w, next)
            unsafe output[index] = next
        }
        setLast(line, last)
    }

    @_noLocks
    @inline(__always)
    private func last(_ line: Int) -> Quad {
        switch line {
        case 0: outputs.0
        case 1: outputs.1
        case 2: outputs.2
        case 3: outputs.3
        case 4: outputs.4
        case 5: outputs.5
        case 6: outputs.6
        default: outputs.7
        }
    }

    @_noLocks
    @inline(__always)
    private mutating func setLast(_ line: Int, _ quad: Quad) {
        switch line {
        case 0: outputs.0 = quad
        case 1: outputs.1 = quad
        case 2: outputs.2 = quad
        case 3: outputs.3 = quad
        case 4: outputs.4 = quad
        case 5: outputs.5 = quad
        case 6: outputs.6 = quad
        default: outputs.7 = quad
        }
    }
}

/// A low-pass of one pole, s[n] = b x[n] + a s[n−1], with four frames at a time: s[n] is
/// b (t[n] + a² t[n−2]) + a⁴ s[n−4], where t[n] is x[n] + a x[n−1].
///
/// It stands beside the loop that calls it for every four frames: see ``Reverb``.
private struct LowPass {
    let a1: Quad
    let a2: Quad
    let a4: Quad
    let b: Quad
    var before: Quad
    var last: Quad

    @_noLocks
    @inline(__always)
    init(_ a: Float, _ b: Float, _ last: Quad, _ delayed: UnsafeMutablePointer<Float>) {
        a1 = Quad(repeating: a)
        a2 = Quad(repeating: a * a)
        a4 = Quad(repeating: a * a * (a * a))
        self.b = Quad(repeating: b)
        self.last = last
        before = unsafe Quad(
            0,
            0,
            delayed[-2] + a * delayed[-3],
            delayed[-1] + a * delayed[-2]
        )
    }

    @_noLocks
    @unsafe
    @inline(__always)
    mutating func run(
        _ delayed: UnsafeMutablePointer<Float>,
        _ output: UnsafeMutablePointer<Float>,
        _ index: Int
    ) {
        let t = unsafe delayed.quad(index) + a1 * delayed.quad(index &- 1)
        let t2 = Quad(lowHalf: before.highHalf, highHalf: t.lowHalf)
        before = t
        last = b * (t + a2 * t2) + a4 * last
        unsafe output.setQuad(index, last)
    }

    /// The same for one frame.
    @_noLocks
    @unsafe
    @inline(__always)
    mutating func step(
        _ delayed: UnsafeMutablePointer<Float>,
        _ output: UnsafeMutablePointer<Float>,
        _ index: Int
    ) {
        let t = unsafe delayed[index] + a1.x * delayed[index - 1]
        let t2 = unsafe delayed[index - 2] + a1.x * delayed[index - 3]
        let next = b.x * (t + a2.x * t2) + a4.x * last.x
        last = Quad(last.y, last.z, last.w, next)
        unsafe output[index] = next
    }
}
