import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The vari-speed on its way to another one.
///
/// The pitch moves on the audio thread; the tempo follows in steps, each of which makes up for what the
/// one before has left, so that both reach the same place in the end.
struct VariSpeedMove {
    /// The vari-speed to which it moves.
    let end: Double
    /// The nominal frames by which the music is behind what the audio thread has played.
    private(set) var lag = 0.0
    private var last: (position: PiecePlayer.TapeFrame, speed: Speed)?

    /// Makes a move.
    ///
    /// - Parameters:
    ///   - end: The vari-speed to which it moves.
    ///   - start: Where the music is before it begins; `nil` while none plays.
    ///   - speed: The speed beside the vari-speed.
    ///   - lag: The nominal frames by which the music is behind.
    init(to end: Double, from start: PiecePlayer.TapeFrame?, speed: Speed, lag: Double) {
        (self.end, self.lag) = (end, lag)
        last = start.map { ($0, speed) }
    }

    /// The vari-speed for the tempo in the next step.
    ///
    /// - Parameters:
    ///   - now: Where the music is, and how much the audio thread has played; `nil` while none plays.
    ///   - speed: The speed beside the vari-speed.
    ///   - rate: Frames per second.
    /// - Returns: The vari-speed; `nil` once both are at the end.
    mutating func next(_ now: PiecePlayer.TapeFrame?, speed: Speed, rate: Int) -> Double? {
        guard let now else {
            last = nil
            lag = 0
            return nil
        }
        // Where playing continues elsewhere, nothing is to be made up for.
        if let last, last.position.isFollowed(by: now), last.speed == speed {
            let played = (now.played - last.position.played) * speed.factor
            lag += played - Double(now.frame - last.position.frame)
        }
        last = (now, speed)
        if now.variSpeed == end, lag.magnitude < 8 { return nil }
        let correction = lag / (Self.seconds * Double(rate) * speed.factor)
        let most = now.variSpeed * 0.2
        return now.variSpeed + min(max(correction, -most), most)
    }

    /// The seconds within which a lag is made up for.
    private static let seconds = 0.1
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
        run.set(\.variSpeed, variSpeed)
        let start = playback.tapeFrame
        run.engine.setVariSpeed(variSpeed.factor, over: frames)
        guard frames > 0 else {
            endVariSpeedMove()
            return
        }
        // What the one before has left is made up for too.
        variSpeedMove = VariSpeedMove(
            to: variSpeed.factor,
            from: start,
            speed: playback.speed,
            lag: variSpeedMove?.lag ?? 0
        )
        variSpeedTimer.run(true) { [weak self] in self?.stepVariSpeed() }
        run.report(.changed)
    }

    private func endVariSpeedMove() {
        variSpeedMove = nil
        variSpeedTimer.stop()
        playback.variSpeed = run.settings.variSpeed
        applySettings()
    }

    /// Lets the tempo follow the pitch.
    private func stepVariSpeed() {
        run.reportCues()
        let now = playback.tapeFrame
        if now == nil, run.engine.tapePosition.variSpeed != variSpeedMove?.end {
            // There is no tempo, and the pitch is on its way.
            return
        }
        let factor = variSpeedMove?.next(now, speed: playback.speed, rate: playback.rate)
        guard let factor else { return endVariSpeedMove() }
        let bounds = Speed.variSpeeds
        guard let next = Speed(near: min(max(factor, bounds.lowerBound), bounds.upperBound)),
            next != playback.variSpeed
        else { return }
        playback.variSpeed = next
        playback.apply()
        if run.state == .playing { queue.prepareNext() }
    }
}
