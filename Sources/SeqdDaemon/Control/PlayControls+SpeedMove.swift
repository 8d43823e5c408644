import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The speed on its way to another one, in steps.
struct SpeedMove {
    private let start: Double
    private let end: Double
    /// The engine frame at which it begins.
    private let frame: Int64
    private let frames: Int

    init(from start: Double, to end: Double, atFrame frame: Int64, over frames: Int) {
        (self.start, self.end, self.frame, self.frames) = (start, end, frame, frames)
    }

    /// The speed at an engine frame; `nil` behind the end.
    func factor(at now: Int64) -> Double? {
        let part = Double(max(now - frame, 0)) / Double(max(frames, 1))
        return part < 1 ? start + (end - start) * part : nil
    }
}

/// A speed that moves.
extension PlayControls {
    /// Begins to move the speed, at the position of a command that waits for one.
    func beginSpeedMove(to speed: Speed, over frames: Int) {
        let delay = Int64(playback.secondsUntilExactFrame * Double(playback.rate))
        speedMove = SpeedMove(
            from: playback.speed.factor,
            to: speed.factor,
            atFrame: run.engine.framesRendered + delay,
            over: frames
        )
        speedTimer.run(true) { [weak self] in self?.stepSpeed() }
        run.report(.changed)
    }

    /// Ends a move where it is.
    func endSpeedMove() {
        speedMove = nil
        speedTimer.stop()
    }

    private func stepSpeed() {
        run.reportCues()
        guard let factor = speedMove?.factor(at: run.engine.framesRendered) else {
            endSpeedMove()
            playback.speed = run.settings.speed
            return applySettings()
        }
        guard let next = Speed(near: factor), next != playback.speed else { return }
        playback.speed = next
        playback.apply()
        if run.state == .playing { queue.prepareNext() }
    }
}
