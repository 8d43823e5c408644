import SamplerHost
public import Sequencer

/// A speed that changes from one repetition of the loop to the next.
extension PiecePlayer {
    /// Begins a ramp with its first speed, or ends one; the speed takes effect with
    /// ``apply(isLast:)``.
    ///
    /// - Parameter ramp: The ramp; `nil` for none.
    public func setRamp(_ ramp: SpeedRamp?) {
        self.ramp = ramp.map { RampProgress($0) }
        speed = firstSpeed
    }

    /// The speed with which a piece begins.
    var firstSpeed: Speed { ramp?.ramp.first ?? speed }

    /// Begins the ramp anew, with its first speed.
    func beginRamp() {
        ramp?.begin()
        speed = firstSpeed
    }

    /// Restarts the ramp for a start at or before the loop; for one in it or behind it, the
    /// repetition stays.
    func beginRamp(at frame: Int64, of piece: LoadedPiece) {
        if frame <= loopedFrames(of: piece)?.lowerBound ?? piece.start {
            beginRamp()
        } else {
            ramp?.forgetPass()
        }
    }

    /// Changes the speed at the end of a repetition that is near, or at once if the next one has begun.
    ///
    /// To be called at least every ``practiceInterval``.
    ///
    /// - Parameter isLast: Whether the engine ends after the piece.
    /// - Returns: Whether the speed has changed.
    @discardableResult
    public func stepRamp(isLast: Bool = false) -> Bool {
        let position = engine.position
        guard ramp != nil, let piece, items.pendingFrame == nil, position.countInBeats == 0,
            position.item == items.active.last, let frame = frame(of: position),
            let loop = loopedFrames(of: piece),
            let due = ramp?.observe(
                PracticePosition(frame: frame, pass: position.pass, repeats: position.repeats),
                in: loop,
                lookahead: lookahead
            ), let next = ramp?.speed, next != speed
        else { return false }
        speed = next
        // Playing does not reach the end of a loop.
        let last = piece.frame(before: loop.upperBound, rate: rate)
        if due == .ahead, last > frame { exactPosition = last }
        apply(isLast: isLast)
        exactPosition = nil
        return true
    }
}
