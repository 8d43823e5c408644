/// A command of the desktop to a player.
package enum MediaCommand: Hashable, Sendable {
    case quit
    case next
    case previous
    case play
    case pause
    case playPause
    case stop
    /// Moves by microseconds; behind the end to the next piece.
    case seek(Int64)
    /// Goes to a position of a track, in microseconds; nothing where that has changed meanwhile.
    case setPosition(track: String, Int64)
    /// Plays the file with an absolute path.
    case open(String)
    case setRepetition(MediaState.Repetition)
    case setShuffled(Bool)
    /// Sets the speed, 0.01 to 100.
    case setSpeed(Double)
    /// Sets the gain in dB, −60 to 24.
    case setGain(Double)
}
