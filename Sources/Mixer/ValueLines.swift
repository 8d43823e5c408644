/// Lines along which values move, each over a time of its own.
struct ValueLines: BitwiseCopyable {
    private var start: SIMD8<Float>
    /// The values that they move to.
    private(set) var end: SIMD8<Float>
    /// The frames of each line, and those that have passed; both 0 where nothing moves.
    private var frames = SIMD8<Int32>()
    private var passed = SIMD8<Int32>()

    @_noLocks
    init(_ values: SIMD8<Float>) { (start, end) = (values, values) }

    /// Whether a value moves: asked of every strip in every period.
    private(set) var isMoving = false

    /// The frames to the end of the line that ends first; 0 if nothing moves.
    var remaining: Int {
        @_noLocks get {
            var remaining = Int.max
            for lane in 0..<8 where frames[lane] > 0 {
                remaining = min(remaining, Int(frames[lane] &- passed[lane]))
            }
            return remaining == Int.max ? 0 : remaining
        }
    }

    /// The values.
    var values: SIMD8<Float> {
        @_noLocks get {
            var values = end
            for lane in 0..<8 where frames[lane] > 0 {
                let part = Float(passed[lane]) / Float(frames[lane])
                values[lane] = start[lane] + (end[lane] - start[lane]) * part
            }
            return values
        }
    }

    /// Moves to other values; those that move there already continue as they are.
    ///
    /// - Parameters:
    ///   - target: The values.
    ///   - lengths: The frames of each line.
    ///   - shortest: The fewest frames; 0 to be there at once.
    @_noLocks
    mutating func move(to target: SIMD8<Float>, over lengths: SIMD8<Int32>, shortest: Int32) {
        let present = values
        for lane in 0..<8 where target[lane] != end[lane] {
            start[lane] = present[lane]
            end[lane] = target[lane]
            frames[lane] = max(lengths[lane], shortest)
            passed[lane] = 0
        }
        isMoving = remaining > 0
    }

    /// Continues by frames, at most ``remaining``.
    @_noLocks
    mutating func advance(by count: Int) {
        guard isMoving else { return }
        for lane in 0..<8 where frames[lane] > 0 {
            passed[lane] &+= Int32(truncatingIfNeeded: count)
            guard passed[lane] >= frames[lane] else { continue }
            frames[lane] = 0
            passed[lane] = 0
        }
        isMoving = remaining > 0
    }
}
