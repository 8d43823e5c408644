import Realtime

/// The Hadamard matrix through which a reverb's delay lines feed back.
@safe
struct ReverbMatrix: ~Copyable {
    /// The input of the last frames of the block before, and of the block.
    private let input = SampleMemory(count: Self.front + Block.frames)
    private static var front: Int {
        @_noLocks get { 4 }
    }

    init() {}

    /// Resets it.
    @_noLocks
    func clear() { input.clear() }

    /// Puts the last input of the block before in front of that of the next.
    @_noLocks
    func beginBlock() {
        let samples = unsafe input.samples(from: 0, count: Self.front + Block.frames)
        unsafe samples.setQuad(0, samples.quad(Block.frames))
    }

    /// Takes input.
    ///
    /// - Parameters:
    ///   - samples: The frames of the send.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    func take(_ samples: UnsafePointer<Float>, from offset: Int, count: Int) {
        let input = unsafe input.samples(from: Self.front &+ offset, count: count)
        // So small an addition keeps numbers from becoming denormal, which are slow.
        for index in 0..<count { unsafe input[index] = samples[index] + 1e-15 }
    }

    /// Mixes what the lines' filters give, writes it back to the lines with the input, and adds two
    /// lines to the output.
    ///
    /// - Parameters:
    ///   - filtered: The filters' output of the first line; those of the others follow, each
    ///     ``ReverbFilters/stride`` behind the one before.
    ///   - lines: The lines.
    ///   - left: Gets the left side added.
    ///   - right: Gets the right side added.
    ///   - now: The coefficients at the start of the block.
    ///   - next: The coefficients at its end.
    ///   - start: The first frame's position in the block, as ``Block/group``s are.
    ///   - end: The position behind the last one, of the same kind.
    ///   - moves: Whether the coefficients differ.
    @_noLocks
    @unsafe
    @inline(__always)
    func mix(
        _ filtered: UnsafePointer<Float>,
        to lines: borrowing ReverbLines,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        from now: borrowing ReverbCoefficients,
        to next: borrowing ReverbCoefficients,
        from start: Int,
        to end: Int,
        moves: Bool
    ) {
        let count = end &- start
        let (s, a) = unsafe (filtered, ReverbFilters.stride)
        let (w, b) = unsafe (lines.samples(0, at: start, count: count), lines.stride)
        let input = unsafe UnsafePointer(input.samples(from: start, count: Self.front &+ count))
        let (in0, before0) = (Quad(repeating: now.input), Quad(repeating: now.inputBefore))
        let (direct0, crossed0) = (Quad(repeating: now.direct), Quad(repeating: now.crossed))
        var index = 0
        while index < count {
            let v = unsafe Self.product(
                s.quad(index),
                s.quad(a &+ index),
                s.quad(2 &* a &+ index),
                s.quad(3 &* a &+ index),
                s.quad(4 &* a &+ index),
                s.quad(5 &* a &+ index),
                s.quad(6 &* a &+ index),
                s.quad(7 &* a &+ index)
            )
            var (in1, before, direct, crossed) = (in0, before0, direct0, crossed0)
            if moves {
                let part = (Quad(0, 1, 2, 3) + Float(start &+ index)) * (1 / 64)
                in1 += (next.input - now.input) * part
                before += (next.inputBefore - now.inputBefore) * part
                direct += (next.direct - now.direct) * part
                crossed += (next.crossed - now.crossed) * part
            }
            let e = unsafe input.quad(index &+ 4) * in1 - input.quad(index &+ 3) * before
            unsafe w.setQuad(index, v.0 + e)
            unsafe w.setQuad(b &+ index, v.1 + e)
            unsafe w.setQuad(2 &* b &+ index, v.2 + e)
            unsafe w.setQuad(3 &* b &+ index, v.3 + e)
            unsafe w.setQuad(4 &* b &+ index, v.4 + e)
            unsafe w.setQuad(5 &* b &+ index, v.5 + e)
            unsafe w.setQuad(6 &* b &+ index, v.6 + e)
            unsafe w.setQuad(7 &* b &+ index, v.7 + e)
            // Both are read before one is written: writes a page apart would hold reads up.
            let l = unsafe left.quad(index) + (direct * v.1 + crossed * v.2)
            let r = unsafe right.quad(index) + (direct * v.2 + crossed * v.1)
            unsafe left.setQuad(index, l)
            unsafe right.setQuad(index, r)
            index &+= 4
        }
    }

    /// The matrix's product with a vector, for four frames at a time.
    @_noLocks
    @inline(__always)
    private static func product(
        _ s0: Quad,
        _ s1: Quad,
        _ s2: Quad,
        _ s3: Quad,
        _ s4: Quad,
        _ s5: Quad,
        _ s6: Quad,
        _ s7: Quad
    ) -> (Quad, Quad, Quad, Quad, Quad, Quad, Quad, Quad) {
        let (a0, a1, a2, a3) = (s0 + s4, s1 + s5, s2 + s6, s3 + s7)
        let (a4, a5, a6, a7) = (s0 - s4, s1 - s5, s2 - s6, s3 - s7)
        let (b0, b1, b2, b3) = (a0 + a2, a1 + a3, a0 - a2, a1 - a3)
        let (b4, b5, b6, b7) = (a4 + a6, a5 + a7, a4 - a6, a5 - a7)
        return (b0 + b1, b0 - b1, b2 + b3, b2 - b3, b4 + b5, b4 - b5, b6 + b7, b6 - b7)
    }
}
