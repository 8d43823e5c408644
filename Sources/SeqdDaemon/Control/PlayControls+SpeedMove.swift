import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The speed on its way to another one, in steps.
struct SpeedMove {
    /// The speed to which it moves.
    let end: Speed
    /// Whether it moves for the sake of the tempo, and ends at the speed that was before.
    let isOfTempo: Bool
    private let start: Double
    private let time: MoveTime

    init(from start: Double, to end: Speed, isOfTempo: Bool, _ time: MoveTime) {
        (self.start, self.end, self.isOfTempo, self.time) = (start, end, isOfTempo, time)
    }

    /// The speed at an engine frame; `nil` behind the end.
    func factor(at now: Int64) -> Double? {
        let part = time.part(at: now)
        return part < 1 ? start + (end.factor - start) * part : nil
    }
}

/// A speed that moves.
extension PlayControls {
    /// Begins to move the speed, at the position of a command that waits for one.
    func beginSpeedMove(to speed: Speed, over frames: Int, isOfTempo: Bool = false) {
        speedMove = SpeedMove(
            from: playback.speed.factor,
            to: speed,
            isOfTempo: isOfTempo,
            MoveTime(atFrame: run.commandFrame, over: frames)
        )
        speedTimer.run(true) { [weak self] in self?.stepSpeed() }
    }

    /// Ends a move where it is.
    func endSpeedMove() {
        speedMove = nil
        speedTimer.stop()
    }

    /// Moves the tempo: the one that is about to be set is played at another speed first.
    ///
    /// A ramp of speeds ends.
    ///
    /// - Parameters:
    ///   - ratio: The tempo before, in tempos that are about to be set.
    ///   - frames: The frames that it takes.
    func beginTempoMove(by ratio: Double, over frames: Int) {
        playback.setRamp(nil)
        let speed = speedMove?.end ?? playback.speed
        endSpeedMove()
        // A tempo that is a hundred times another one is there at once.
        playback.speed = Speed(near: playback.speed.factor * ratio) ?? speed
        beginSpeedMove(to: speed, over: frames, isOfTempo: true)
    }

    private func stepSpeed() {
        run.reportCues()
        guard let move = speedMove, let factor = move.factor(at: run.engine.framesRendered) else {
            if let end = speedMove?.end { playback.speed = end }
            endSpeedMove()
            return applySettings()
        }
        guard let next = Speed(near: factor), next != playback.speed else { return }
        playback.speed = next
        playback.apply()
        if run.state == .playing { queue.prepareNext() }
    }
}
