import Playback
import SamplerHost
import Sequencer
import TerminalUI

/// Playing in step with another machine.
extension Player {
    /// Does what keeps playing with the source.
    func stepFollowing() {
        guard let following, !isPaused, !isLoading, endPosition == nil else { return }
        if let news = following.takeNews() { view.say(news) }
        switch following.step(of: playback) {
        case .none:
            break
        case .start(let frame, let speed):
            playback.speed = speed
            startOrEnd(at: frame, chasesNotes: true)
        case .pause:
            playback.pause()
        case .locate(let frame):
            playback.locate(at: frame)
        case .speed(let speed):
            playback.speed = speed
            playback.apply(isLast: isLast)
        }
    }

    /// Waits at a position for the source, which decides on starts.
    func waitForSource(at position: Int64) {
        if playback.isUnderWay { playback.halt() }
        endPosition = nil
        playback.locate(at: position)
    }

    /// Refuses a key that does what the source does.
    ///
    /// - Returns: Whether it is one of those, and a source is followed.
    func isRefused(_ key: Key) -> Bool {
        guard let following else { return false }
        switch key {
        case .character(" "), .character("r"), .left, .right, .pageUp, .pageDown, .home, .up, .down,
            .backspace, .character(","), .character("."):
            view.say("\(following.name) decides")
            return true
        default:
            return false
        }
    }
}
