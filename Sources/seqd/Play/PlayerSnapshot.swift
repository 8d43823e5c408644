/// The state of the player as the view shows it.
struct PlayerSnapshot: Hashable, Sendable {
    /// The activity of the player.
    enum State: Hashable, Sendable {
        case loading, playing, paused, stopped
    }

    /// The part that is repeated, or will be once its end is set.
    struct Loop: Hashable, Sendable {
        /// The start, from 0 to 1 of the whole; `nil` for the start of the music.
        var start: Double?
        /// The end; `nil` until it is set.
        var end: Double?
        /// The same positions as text: `5:1`.
        var startText: String?
        var endText: String?
    }

    /// The number of a file in the list, from 1, and the number of files.
    struct ListIndex: Hashable, Sendable {
        var number: Int
        var count: Int
    }

    var state = State.loading
    /// Bar and beat, `17:1`; `nil` in music without bars.
    var position: String?
    /// Beats of the count-in that are left, the one that sounds included; 0 after it.
    var countIn = 0
    /// The position and the duration in seconds at normal speed; `nil` if unknown.
    var seconds = 0.0
    var totalSeconds: Double?
    /// Quarter notes per minute as heard, the speed counted in.
    var tempo: Double?
    /// The speed, `1.25`, where it is not 1.
    var speed: String?
    /// Whether there is a click on each beat.
    var isMetronomeOn = false
    var voices = 0
    /// The level of the last period and the highest since the file's start, in dBFS; `nil` or
    /// −infinity for silence.
    var peak: Double?
    var highestPeak: Double?
    /// The largest gain reduction of the limiter since the last view, in dB.
    var gainReduction = 0.0
    /// Whether samples were clipped in the last seconds.
    var isClipping = false
    /// The number of samples that were clipped since the file's start.
    var clippedCount = 0
    var xruns = 0
    /// Seconds for which the device has been lost; `nil` if it is not.
    var lostSeconds: Double?
    var loop: Loop?
    /// Channels from 1 to 16.
    var muted: [Int] = []
    var soloed: [Int] = []
    /// The master gain in dB.
    var gain = 0.0
    /// The name of the piece.
    var name = ""
    var index: ListIndex?
    /// The lyrics; `nil` in music without lyrics.
    var lyric: LyricLine.State?
    /// The rows of the tracks; none where there is no room for them.
    var tracks: [TrackRow] = []
    /// The keys that the music waits for in practice; `nil` while it does not wait.
    var awaitedKeys: String?
    /// The effect of the last key, or the reason why it has none.
    var message: String?

    /// The message, or the keys that the music waits for, in words; `nil` for neither.
    var notice: String? { message ?? awaitedKeys.map { "waiting for \($0)" } }
    /// The page of the help that is shown, from 0; `nil` for none.
    var helpPage: Int?

    init() {}
}
