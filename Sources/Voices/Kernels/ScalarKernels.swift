import CVoices

/// The loops of the C target without vectors: the same operations in the same order, so the same bits.
enum ScalarKernels {
    /// Computes the frames of a run.
    @_noLocks
    static func interpolate(
        _ run: voices_run,
        by interpolation: Interpolation,
        to output: UnsafeMutablePointer<Float>
    ) {
        var phase = unsafe run.phase
        switch interpolation {
        case .nearest, .sinc7: phase &+= 0x8000_0000
        case .linear, .cubic, .sinc32: break
        }
        let count = unsafe Int(run.count)
        for position in 0..<count {
            let index = Int(truncatingIfNeeded: phase >> 32)
            let fraction = unsafe UInt32(truncatingIfNeeded: phase) & run.mask
            let part = Float(fraction >> 8) * 0x1p-24
            let value: Float
            switch interpolation {
            case .nearest:
                value = unsafe frame(run, index)
            case .linear:
                let at = unsafe frame(run, index)
                value = unsafe at + (frame(run, index &+ 1) - at) * part
            case .cubic:
                value = unsafe cubic(run, index, part)
            case .sinc7:
                value = unsafe sum(run, index, fraction, points: 8)
            case .sinc32:
                value = unsafe sum(run, index, fraction, points: 32)
            }
            let number = unsafe Float(Int(run.first) &+ position)
            unsafe output[position] = value * (run.amplitude + run.ramp * number)
            unsafe phase &+= run.step
        }
    }

    @_noLocks
    private static func frame(_ run: voices_run, _ index: Int) -> Float {
        if let frames = unsafe run.frames { return unsafe Float(frames[index]) }
        return unsafe run.floats?[index] ?? 0
    }

    @_noLocks
    private static func cubic(_ run: voices_run, _ index: Int, _ part: Float) -> Float {
        let (before, at) = unsafe (frame(run, index &- 1), frame(run, index))
        let (after, behind) = unsafe (frame(run, index &+ 1), frame(run, index &+ 2))
        let third: Float = 0.5 * (3 * (at - after) + (behind - before))
        let second: Float = (before + 2 * after) - (2.5 * at + 0.5 * behind)
        let first: Float = 0.5 * (after - before)
        return ((third * part + second) * part + first) * part + at
    }

    @_noLocks
    private static func sum(
        _ run: voices_run,
        _ index: Int,
        _ fraction: UInt32,
        points: Int
    ) -> Float {
        guard let table = unsafe run.table else { return 0 }
        let first = index &- (points / 2 &- 1)
        let row = unsafe table + Int(fraction >> 24) &* points
        let part = Float(fraction & 0xFF_FFFF) * 0x1p-24
        var sums = SIMD8<Float>()
        for point in 0..<points {
            var factor = unsafe row[point]
            if points > 8 { unsafe factor = factor + (row[points &+ point] - factor) * part }
            unsafe sums[point % 8] += frame(run, first &+ point) * factor
        }
        let even = (sums[0] + sums[4]) + (sums[2] + sums[6])
        let odd = (sums[1] + sums[5]) + (sums[3] + sums[7])
        return even + odd
    }

    /// Filters a block of each voice of a group.
    @_noLocks
    static func filter(
        _ filters: UnsafeMutablePointer<voices_filters>,
        _ lines: UnsafeMutablePointer<Float>
    ) {
        let values = unsafe UnsafeMutableRawPointer(filters).assumingMemoryBound(to: Float.self)
        for lane in 0..<FilterField.lanes {
            var (g, k) = unsafe (values[lane], values[8 &+ lane])
            var b = unsafe values[16 &+ lane]
            var (h2, d) = unsafe (values[48 &+ lane], values[56 &+ lane])
            let isScaled = unsafe values[64 &+ lane].bitPattern != 0
            let line = unsafe lines + lane &* Block.frames
            for frame in 0..<Block.frames {
                let next = unsafe (line[frame] - g * h2) + k * d
                h2 += d
                unsafe line[frame] = b * (4 * h2 + (next - d))
                d = next
                unsafe g += values[24 &+ lane]
                unsafe k += values[32 &+ lane]
                let old = b
                unsafe b += values[40 &+ lane]
                if isScaled, b > 0.001 {
                    let scale = old / b
                    h2 *= scale
                    d *= scale
                }
            }
            unsafe values[48 &+ lane] = h2
            unsafe values[56 &+ lane] = d
        }
    }

    /// Adds a block of a voice to the buses from a frame on.
    @_noLocks
    static func mix(
        _ line: UnsafePointer<Float>,
        _ gains: voices_gains,
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>?>,
        offset: Int
    ) {
        unsafe add(line, gains.gain.0, gains.step.0, to: buses[0], offset)
        unsafe add(line, gains.gain.1, gains.step.1, to: buses[1], offset)
        unsafe add(line, gains.gain.2, gains.step.2, to: buses[2], offset)
        unsafe add(line, gains.gain.3, gains.step.3, to: buses[3], offset)
    }

    @_noLocks
    private static func add(
        _ line: UnsafePointer<Float>,
        _ gain: Float,
        _ step: Float,
        to bus: UnsafeMutablePointer<Float>?,
        _ offset: Int
    ) {
        guard gain != 0 || step != 0, let bus = unsafe bus else { return }
        for frame in 0..<Block.frames {
            unsafe bus[offset &+ frame] += line[frame] * (gain + step * Float(frame))
        }
    }
}
