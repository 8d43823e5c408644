public import Sequencer

/// A speed that changes from one repetition of the loop to the next.
extension PiecePlayer {
    /// Begins a ramp with its first speed, or ends one; the speed takes effect with
    /// ``apply(isLast:)``.
    ///
    /// - Parameter ramp: The ramp; `nil` for none.
    public func setRamp(_ ramp: SpeedRamp?) {
        self.ramp = ramp.map { RampProgress($0) }
        if let first = ramp?.first { speed = first }
    }

    /// Changes the speed at the end of a repetition that is near.
    ///
    /// To be called at least every ``practiceInterval``.
    ///
    /// - Parameter isLast: Whether the engine ends after the piece.
    /// - Returns: Whether the speed has changed.
    @discardableResult
    public func stepRamp(isLast: Bool = false) -> Bool {
        guard ramp != nil, let piece, items.pendingFrame == nil, let frame = audiblePosition,
            let loop = loopedFrames(of: piece),
            ramp?.observe(frame, in: loop, passes: loopCount, lookahead: lookahead) ?? false,
            let next = ramp?.speed, next != speed
        else { return false }
        speed = next
        // Playing does not reach the end of a loop.
        let last = piece.frame(before: loop.upperBound, rate: rate)
        if last > frame { exactPosition = last }
        apply(isLast: isLast)
        exactPosition = nil
        return true
    }
}
