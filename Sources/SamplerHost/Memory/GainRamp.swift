/// A gain that moves to its target in a straight line, one step per frame, so that a change does
/// not click and does not depend on where a period ends.
struct GainRamp: BitwiseCopyable {
    private(set) var gain: Float
    private var step: Float = 0
    private var target: Float
    private var remaining = 0

    @_noLocks
    init(_ gain: Float) {
        self.gain = gain
        target = gain
    }

    /// Whether the gain is moving.
    var isMoving: Bool {
        @_noLocks get { remaining > 0 }
    }

    /// Begins to move; the target is reached after `frames` frames.
    @_noLocks
    mutating func move(to target: Float, frames: Int) {
        self.target = target
        remaining = frames
        step = (target - gain) / Float(frames)
    }

    /// The gain for the next frame.
    @_noLocks
    mutating func next() -> Float {
        guard remaining > 0 else { return gain }
        remaining -= 1
        gain = remaining == 0 ? target : gain + step
        return gain
    }

    /// Advances by some frames, like as many calls of ``next()``.
    @_noLocks
    mutating func advance(by frames: Int) {
        guard isMoving else { return }
        for _ in 0..<frames { _ = next() }
    }
}
