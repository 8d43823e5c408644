/// A line along which up to four values move.
struct ValueLine: BitwiseCopyable {
    private let start: SIMD4<Float>
    private let end: SIMD4<Float>
    /// The frames after which the end is reached.
    private let frames: Int
    private var passed = 0

    @_noLocks
    init(from start: SIMD4<Float>, to end: SIMD4<Float>, frames: Int) {
        (self.start, self.end, self.frames) = (start, end, frames)
    }

    /// The frames to the end.
    var remaining: Int { @_noLocks get { frames &- passed } }

    /// The values.
    var values: SIMD4<Float> {
        @_noLocks get {
            passed >= frames ? end : start + (end - start) * (Float(passed) / Float(frames))
        }
    }

    @_noLocks
    mutating func advance(by frames: Int) { passed = min(passed &+ frames, self.frames) }
}
