/// Up to four parameters that move evenly, frame by frame.
struct ParameterGlide: BitwiseCopyable {
    private var target: SIMD4<Float>
    private var step = SIMD4<Float>()
    /// The frames until it has reached its target.
    private var left = 0

    @_noLocks
    init(_ values: SIMD4<Float>) { target = values }

    /// The values of the last frame.
    var values: SIMD4<Float> {
        @_noLocks get { left > 0 ? target - step * Float(left) : target }
    }

    /// Whether the values move.
    var isMoving: Bool { @_noLocks get { left > 0 } }

    /// Begins to move; without frames the values are there at once.
    @_noLocks
    mutating func move(to values: SIMD4<Float>, frames: Int) {
        step = frames > 0 ? (values - self.values) / Float(frames) : SIMD4()
        target = values
        left = frames
    }

    /// The values of the next frame.
    @inline(__always)
    @_noLocks
    mutating func next() -> SIMD4<Float> {
        if left > 0 { left &-= 1 }
        return values
    }

    @_noLocks
    mutating func advance(by frames: Int) { left = max(0, left &- frames) }
}
