/// The state of a player as the desktop sees it.
package struct MediaState: Hashable, Sendable {
    /// Whether something plays.
    package enum Playback: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// The part that is repeated.
    package enum Repetition: String, Sendable, CaseIterable {
        case none = "None"
        /// The piece.
        case track = "Track"
        /// The list of pieces.
        case playlist = "Playlist"
    }

    package var playback = Playback.stopped
    package var repetition = Repetition.none
    package var isShuffled = false
    /// The speed, 1 for that of the file.
    package var speed = 1.0
    /// The gain in dB.
    package var gain = 0.0
    /// The piece; `nil` if there is none.
    package var track: MediaTrack?
    package var position = MediaPosition(microseconds: 0, time: 0, pace: 0)
    package var canGoNext = false
    package var canGoPrevious = false
    /// Whether there is something to play.
    package var canPlay = false
    package var canSeek = false

    /// Makes the state of a player that has nothing to play.
    package init() {}

    /// Whether it is an earlier one after some time in which nothing has happened.
    package func isContinuation(of before: MediaState) -> Bool {
        var same = before
        same.position = position
        return self == same && position.follows(before.position)
    }
}
