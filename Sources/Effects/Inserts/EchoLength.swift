import Realtime

/// The frames from one echo to the next: a number, or those of a note at the tempo of the music.
///
/// The audio thread's.
struct EchoLength {
    /// A time as parameters have it.
    enum Time: BitwiseCopyable {
        case frames(Int)
        /// A note, in quarter notes.
        case quarters(Double)

        /// - Parameters:
        ///   - milliseconds: The time without a note.
        ///   - quarters: The note; 0 for none.
        ///   - rate: Frames per second.
        @_noLocks
        init(milliseconds: Double, quarters: Double, rate: Int) {
            if quarters > 0 {
                self = .quarters(quarters)
            } else {
                self = .frames(max(1, Int(milliseconds * Double(rate) / 1_000 + 0.5)))
            }
        }
    }

    /// The time; one of another kind never takes its place.
    var time: Time
    /// The most frames.
    let longest: Int
    private let tempo: Loan<MusicTempo>

    /// The longest time in seconds: a longer note is halved until it fits.
    private static let longestNote = 4
    private static let longestTime = 2

    /// The length for a time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - rate: Frames per second.
    ///   - tempo: The tempo of the music.
    init(_ time: Time, rate: Int, tempo: Loan<MusicTempo>) {
        self.time = time
        self.tempo = tempo
        longest =
            switch time {
            case .frames: Self.longestTime * rate
            case .quarters: Self.longestNote * rate
            }
    }

    /// The frames at the present tempo.
    var frames: Int {
        @_noLocks get {
            switch time {
            case .frames(let frames): return frames
            case .quarters(let quarters):
                var frames = quarters * tempo.value.framesPerQuarter
                // Of a tempo that no music has.
                guard frames < 1e12 else { return longest }
                while frames > Double(longest) { frames *= 0.5 }
                return max(1, Int(frames + 0.5))
            }
        }
    }
}
