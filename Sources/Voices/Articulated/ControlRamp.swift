/// A value that goes evenly to where a controller has moved it.
struct ControlRamp: BitwiseCopyable {
    private var value: Float = 0
    private var target: Float = 0
    private var step: Float = 0

    /// A ramp at 0.
    @_noLocks
    init() {}

    /// The value of the next block.
    ///
    /// - Parameters:
    ///   - wanted: The value to which it goes.
    ///   - blocks: The time that it takes from a change of `wanted` on; none below 1.
    /// - Returns: The value.
    @_noLocks
    mutating func next(to wanted: Float, in blocks: Float) -> Float {
        if blocks < 1 {
            (value, target) = (wanted, wanted)
            return value
        }
        if wanted != target {
            target = wanted
            step = (target - value) / blocks
        }
        value += step
        if step > 0 ? value > target : value < target { value = target }
        return value
    }
}
