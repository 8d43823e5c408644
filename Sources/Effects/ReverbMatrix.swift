import Realtime

/// The Hadamard matrix through which a reverb's delay lines feed back.
@safe
struct ReverbMatrix: ~Copyable {
    private var lastInput: Float = 0
    /// The input of a block as it goes to the lines.
    private let shaped = SampleMemory(count: Block.frames)

    init() {}

    /// Resets it.
    @_noLocks
    mutating func clear() { lastInput = 0 }

    /// Mixes what the lines' filters give, writes it back to the lines with the input, and adds two
    /// lines to the output.
    ///
    /// - Parameters:
    ///   - filtered: The filters' output of the first line; those of the others follow, each
    ///     ``ReverbFilters/stride`` behind the one before.
    ///   - input: The frames of the send.
    ///   - lines: The lines.
    ///   - left: Gets the left side added.
    ///   - right: Gets the right side added.
    ///   - now: The coefficients at the start of the block.
    ///   - next: The coefficients at its end.
    ///   - offset: The first frame's position in the block.
    ///   - count: The number of frames.
    @_noLocks
    @unsafe
    mutating func mix(
        _ filtered: UnsafePointer<Float>,
        _ input: UnsafePointer<Float>,
        to lines: borrowing ReverbLines,
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        from now: ReverbCoefficients,
        to next: ReverbCoefficients,
        from offset: Int,
        count: Int
    ) {
        let s = unsafe filtered
        let b = ReverbFilters.stride
        let w0 = unsafe lines.samples(0, at: offset, count: count)
        let w1 = unsafe lines.samples(1, at: offset, count: count)
        let w2 = unsafe lines.samples(2, at: offset, count: count)
        let w3 = unsafe lines.samples(3, at: offset, count: count)
        let w4 = unsafe lines.samples(4, at: offset, count: count)
        let w5 = unsafe lines.samples(5, at: offset, count: count)
        let w6 = unsafe lines.samples(6, at: offset, count: count)
        let w7 = unsafe lines.samples(7, at: offset, count: count)
        // Copies stay in registers: what is written cannot change them.
        let e = unsafe shaped.samples(from: 0, count: count)
        unsafe shape(input, to: e, from: now, to: next, from: offset, count: count)
        let (direct0, crossed0) = (now.direct, now.crossed)
        let dDirect = (next.direct - direct0) * (1 / 64)
        let dCrossed = (next.crossed - crossed0) * (1 / 64)
        let isSteady = dDirect == 0 && dCrossed == 0
        var index = 0
        while index &+ 4 <= count {
            let v = unsafe Self.product(
                s.quad(index),
                s.quad(b &+ index),
                s.quad(2 &* b &+ index),
                s.quad(3 &* b &+ index),
                s.quad(4 &* b &+ index),
                s.quad(5 &* b &+ index),
                s.quad(6 &* b &+ index),
                s.quad(7 &* b &+ index)
            )
            let e = unsafe e.quad(index)
            unsafe w0.setQuad(index, v.0 + e)
            unsafe w1.setQuad(index, v.1 + e)
            unsafe w2.setQuad(index, v.2 + e)
            unsafe w3.setQuad(index, v.3 + e)
            unsafe w4.setQuad(index, v.4 + e)
            unsafe w5.setQuad(index, v.5 + e)
            unsafe w6.setQuad(index, v.6 + e)
            unsafe w7.setQuad(index, v.7 + e)
            var (direct, crossed) = (Quad(repeating: direct0), Quad(repeating: crossed0))
            if !isSteady {
                let frame = Quad(0, 1, 2, 3) + Float(offset &+ index)
                direct += dDirect * frame
                crossed += dCrossed * frame
            }
            // Both are read before one is written: writes a page apart would hold reads up.
            let l = unsafe left.quad(index) + (direct * v.1 + crossed * v.2)
            let r = unsafe right.quad(index) + (direct * v.2 + crossed * v.1)
            unsafe left.setQuad(index, l)
            unsafe right.setQuad(index, r)
            index &+= 4
        }
        while index < count {
            // One frame in all four places.
            let v = unsafe Self.product(
                Quad(repeating: s[index]),
                Quad(repeating: s[b + index]),
                Quad(repeating: s[2 * b + index]),
                Quad(repeating: s[3 * b + index]),
                Quad(repeating: s[4 * b + index]),
                Quad(repeating: s[5 * b + index]),
                Quad(repeating: s[6 * b + index]),
                Quad(repeating: s[7 * b + index])
            )
            let e = unsafe e[index]
            unsafe w0[index] = v.0.x + e
            unsafe w1[index] = v.1.x + e
            unsafe w2[index] = v.2.x + e
            unsafe w3[index] = v.3.x + e
            unsafe w4[index] = v.4.x + e
            unsafe w5[index] = v.5.x + e
            unsafe w6[index] = v.6.x + e
            unsafe w7[index] = v.7.x + e
            let frame = Float(offset + index)
            let direct = direct0 + dDirect * frame
            let crossed = crossed0 + dCrossed * frame
            unsafe left[index] += direct * v.1.x + crossed * v.2.x
            unsafe right[index] += direct * v.2.x + crossed * v.1.x
            index += 1
        }
    }

    /// Gives the input the brightness that the lines' filters take from it.
    @_noLocks
    @unsafe
    private mutating func shape(
        _ input: UnsafePointer<Float>,
        to output: UnsafeMutablePointer<Float>,
        from now: ReverbCoefficients,
        to next: ReverbCoefficients,
        from offset: Int,
        count: Int
    ) {
        let (input0, before0) = (now.input, now.inputBefore)
        let dInput = (next.input - input0) * (1 / 64)
        let dBefore = (next.inputBefore - before0) * (1 / 64)
        // So small an addition keeps numbers from becoming denormal, which are slow.
        let least: Float = 1e-15
        let first = unsafe input[0] + least
        let frame = Float(offset)
        unsafe output[0] =
            first * (input0 + dInput * frame) - lastInput * (before0 + dBefore * frame)
        let before = unsafe input - 1
        if dInput == 0 && dBefore == 0 {
            for index in 1..<count {
                unsafe output[index] =
                    (input[index] + least) * input0 - (before[index] + least) * before0
            }
        } else {
            for index in 1..<count {
                let frame = Float(offset + index)
                unsafe output[index] =
                    (input[index] + least) * (input0 + dInput * frame)
                    - (before[index] + least) * (before0 + dBefore * frame)
            }
        }
        lastInput = unsafe input[count - 1] + least
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
