/// A gain that moves to its target in a straight line, one step per frame, so that a change does
/// not click and does not depend on where a period ends.
package struct GainRamp: BitwiseCopyable {
    /// The gain of the last frame.
    package var gain: Float
    @usableFromInline var step: Float = 0
    /// The gain that it moves to.
    @usableFromInline package var target: Float
    @usableFromInline var remaining = 0

    @inlinable
    @_noLocks
    package init(_ gain: Float) {
        self.gain = gain
        target = gain
    }

    /// Whether the gain is moving.
    @inlinable package var isMoving: Bool {
        @_noLocks get { remaining > 0 }
    }

    /// Begins to move; the target is reached after `frames` frames.
    @inlinable
    @_noLocks
    package mutating func move(to target: Float, frames: Int) {
        self.target = target
        remaining = frames
        step = (target - gain) / Float(frames)
    }

    /// The gain for the next frame.
    @inlinable
    @_noLocks
    package mutating func next() -> Float {
        guard remaining > 0 else { return gain }
        remaining -= 1
        gain = remaining == 0 ? target : gain + step
        return gain
    }

    /// Advances by some frames, like as many calls of ``next()``.
    @inlinable
    @_noLocks
    package mutating func advance(by frames: Int) {
        guard isMoving else { return }
        for _ in 0..<frames { _ = next() }
    }
}
