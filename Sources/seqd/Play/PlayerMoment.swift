/// All that the player shows at one moment.
struct PlayerMoment: Hashable, Sendable {
    /// What the player does.
    enum State: Hashable, Sendable {
        case loading, playing, paused
    }

    /// What is, or is to be, repeated.
    struct Loop: Hashable, Sendable {
        /// Where it begins, from 0 to 1 of the whole; `nil` for the start of the music.
        var start: Double?
        /// Where it ends; `nil` as long as that is not set.
        var end: Double?
        /// The same as people read it: `5:1`.
        var startText: String?
        var endText: String?
    }

    /// A file's place in the list, from 1.
    struct Place: Hashable, Sendable {
        var number: Int
        var count: Int
    }

    var state = State.loading
    /// Bar and beat, `17:1`; `nil` in music without bars.
    var position: String?
    /// Beats of the count-in that are left, the one that sounds included; 0 after it.
    var countIn = 0
    /// Where it is, and how long all of it takes, as heard at normal speed; `nil` if unknown.
    var seconds = 0.0
    var totalSeconds: Double?
    /// Quarter notes per minute as heard, the speed counted in.
    var tempo: Double?
    /// The speed, `1.25`, where it is not 1.
    var speed: String?
    /// Whether there is a click on each beat.
    var isMetronomeOn = false
    var voices = 0
    /// The level over the last moment and the highest since the file's start, in dBFS; `nil` or
    /// −infinity for silence.
    var peak: Double?
    var highestPeak: Double?
    /// Whether samples were clipped in the last seconds.
    var isClipping = false
    /// All the samples that were clipped since the file's start.
    var clippedCount = 0
    var xruns = 0
    var loop: Loop?
    /// Channels from 1 to 16.
    var muted: [Int] = []
    var soloed: [Int] = []
    /// The master gain in dB.
    var gain = 0.0
    /// The file's name.
    var name = ""
    var place: Place?
    /// What is sung; `nil` in music without lyrics.
    var lyric: LyricLine.Moment?
    /// What a key has just done, or could not do.
    var message: String?
    /// The page of the help that is shown, from 0; `nil` for none.
    var helpPage: Int?

    init() {}
}
