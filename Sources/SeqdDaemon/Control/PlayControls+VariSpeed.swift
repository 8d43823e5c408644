import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The vari-speed on its way to another one: the pitch moves on the audio thread, the tempo in steps of
/// 10 ms.
struct VariSpeedMove {
    private let start: Double
    private let end: Double
    /// The engine frame at which it begins.
    private let frame: Int64
    private let frames: Int

    /// Makes a move.
    init(from start: Double, to end: Double, atFrame frame: Int64, over frames: Int) {
        (self.start, self.end, self.frame, self.frames) = (start, end, frame, frames)
    }

    /// The vari-speed at an engine frame; `nil` behind the end.
    func factor(at now: Int64) -> Double? {
        let part = Double(max(now - frame, 0)) / Double(max(frames, 1))
        return part < 1 ? start + (end - start) * part : nil
    }
}

/// Tempo and pitch together.
extension PlayControls {
    /// Sets the vari-speed.
    ///
    /// - Parameters:
    ///   - variSpeed: The vari-speed.
    ///   - frames: The frames over which it moves there; 0 for at once.
    func setVariSpeed(_ variSpeed: Speed, over frames: Int = 0) {
        // Cues up to here are heard at the old speed.
        run.reportCues()
        let now = run.engine.framesRendered
        let before = variSpeedMove?.factor(at: now) ?? run.settings.variSpeed.factor
        run.set(\.variSpeed, variSpeed)
        run.engine.setVariSpeed(variSpeed.factor, over: frames)
        variSpeedMove = nil
        variSpeedTimer.stop()
        guard frames > 0 else {
            playback.variSpeed = variSpeed
            return applySettings()
        }
        let delay = Int64(playback.secondsUntilExactFrame * Double(playback.rate))
        variSpeedMove = VariSpeedMove(
            from: before,
            to: variSpeed.factor,
            atFrame: now + delay,
            over: frames
        )
        variSpeedTimer.run(true) { [weak self] in self?.stepVariSpeed() }
        run.report(.changed)
    }

    /// Lets the tempo follow the pitch.
    private func stepVariSpeed() {
        run.reportCues()
        guard let factor = variSpeedMove?.factor(at: run.engine.framesRendered) else {
            variSpeedMove = nil
            variSpeedTimer.stop()
            playback.variSpeed = run.settings.variSpeed
            return applySettings()
        }
        guard let next = Speed(near: factor), next != playback.variSpeed else { return }
        playback.variSpeed = next
        playback.apply()
    }
}
