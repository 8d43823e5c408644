import Playback
import SamplerHost

/// A position that is moved by hand, in a pause.
extension Player {
    /// The seconds by which a key moves the position.
    private static let scrubSeconds = 0.1
    /// The seconds for which the sound of a moved position rings out.
    private static let ringSeconds = 0.5

    /// A position that is being moved: the engine runs for it, though the player is paused.
    struct Scrub {
        /// The time of the next step, in nanoseconds of the monotonic clock.
        var next: Int64
        /// The time at which the engine pauses; `nil` while the position moves.
        var end: Int64?
    }

    /// Moves the position by the step of a key, forwards (1) or backwards (−1).
    func scrub(_ direction: Int64) {
        guard let piece, !isLoading else { return }
        guard following == nil else { return view.say("the source decides on the position") }
        let position = position
        if scrub == nil {
            if pause == nil { pause = Pause() }
            if let paused = enginePause.take() {
                paused.resume { playback.cut() }
            } else {
                playback.halt()
            }
            playback.locate(at: position)
            scrub = Scrub(next: LiveQueue.now)
        }
        let step = Int64(Self.scrubSeconds * Double(playback.rate))
        let target = min(
            max(position + direction * step, piece.start),
            piece.endFrame(rate: playback.rate)
        )
        pause?.position = target
        pause?.isForDevice = false
        playback.scrub(to: target)
        scrub?.end = nil
    }

    /// Lets a position that was moved be heard, and pauses the engine when it rests.
    func stepScrub() {
        guard let scrub, LiveQueue.now >= scrub.next else { return }
        if let end = scrub.end, LiveQueue.now >= end { return endScrub() }
        self.scrub?.next += PiecePlayer.scrubInterval
        if !playback.stepScrub(), scrub.end == nil {
            self.scrub?.end = LiveQueue.now + Int64(Self.ringSeconds * 1e9)
        }
    }

    /// Pauses the engine again.
    func endScrub() {
        guard scrub != nil else { return }
        scrub = nil
        playback.endScrub()
        enginePause = engine.pause()
    }
}
