import Realtime
import Wording

/// The frames from one echo to the next: a number that does not change, or those of a note at the
/// tempo of the music.
///
/// The audio thread's.
struct EchoLength {
    /// The most frames.
    let longest: Int
    /// The quarter notes that it lasts, and the tempo; `nil` for a fixed number.
    private let note: (quarters: Double, tempo: Loan<MusicTempo>)?

    /// The longest note in seconds: a longer one is halved until it fits.
    private static let longestNote = 4

    /// The length that parameters have.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - rate: Frames per second.
    ///   - tempo: The tempo of the music.
    init(_ parameters: EchoParameters, rate: Int, tempo: Loan<MusicTempo>) {
        guard let note = parameters.note else {
            longest = Self.frames(parameters, rate: rate)
            self.note = nil
            return
        }
        longest = Self.longestNote * rate
        let wholes = note.wholes
        self.note = (4 * Double(wholes.numerator) / Double(wholes.denominator), tempo)
    }

    /// The frames of a time in ms.
    static func frames(_ parameters: EchoParameters, rate: Int) -> Int {
        max(1, Int((parameters.time * Double(rate) / 1_000).rounded()))
    }

    /// The frames at the present tempo.
    var frames: Int {
        @_noLocks get {
            guard let note else { return longest }
            var frames = note.quarters * note.tempo.value.framesPerQuarter
            // Of a tempo that no music has.
            guard frames < 1e12 else { return longest }
            while frames > Double(longest) { frames *= 0.5 }
            return max(1, Int(frames + 0.5))
        }
    }
}
