import ControlProtocol
import Playback

/// A position that is moved by hand.
extension PlayControls {
    /// Moves the position to a nominal frame of the loaded piece, and plays the passage between.
    ///
    /// - Throws: `usage` while a source is followed.
    func scrub(to frame: Int64) throws(RequestError) {
        try run.following.checkIsOff()
        pause()
        queue.begin()
        playback.scrub(to: frame)
        if run.state == .stopped { run.enter(.paused) }
        run.report(.located)
        scrubTimer.run(true) { [weak self] in
            guard let self, !playback.stepScrub() else { return }
            scrubTimer.stop()
        }
    }

    /// Ends the sound of a position that was moved, before something else is done with it.
    func endScrub() {
        scrubTimer.stop()
        playback.endScrub()
    }
}
