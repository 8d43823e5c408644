import SamplerHost
import Sequencer

/// A position that is moved by hand, with sound.
///
/// The passage between two positions is played within ``scrubInterval``: the notes that begin in it,
/// and the sound of clips as on a tape, backwards too. The sound ends where the position rests.
extension PiecePlayer {
    /// The time between two calls of ``stepScrub()``, in nanoseconds.
    public static let scrubInterval: Int64 = 60_000_000

    /// The slowest and the fastest pace at which a passage is heard; of a longer one the end is heard.
    private static let scrubPaces = 0.05...10.0

    /// Moves the position at which playing resumes; ``stepScrub()`` lets it be heard.
    ///
    /// - Parameter frame: The new position, a nominal frame.
    /// - Precondition: Nothing plays, but for what ``stepScrub()`` has begun.
    public func scrub(to frame: Int64) {
        if scrubbedFrame == nil { scrubbedFrame = resumePosition }
        items.forgetHalted()
        resumePosition = frame
    }

    /// Plays the passage over which the position was moved since the last call.
    ///
    /// - Returns: `false` where it has rested since then: the sound ends.
    public func stepScrub() -> Bool {
        guard let from = scrubbedFrame, let piece, !isUnderWay, from != resumePosition else {
            endScrub()
            return false
        }
        let target = resumePosition
        let seconds = Double(Self.scrubInterval) / 1e9
        let longest = Int64(seconds * Self.scrubPaces.upperBound * Double(rate))
        let passage =
            target > from
            ? max(from, target - longest)..<target : target..<min(from, target + longest)
        scrubbedFrame = target
        let pace = Double(passage.count) / (seconds * Double(rate))
        let clamped = max(min(pace, Self.scrubPaces.upperBound), Self.scrubPaces.lowerBound)
        guard let speed = Speed(near: clamped) else { return true }
        let item = PlayItem(
            sequence: piece.piece.played,
            rate: rate,
            speed: speed,
            from: passage.lowerBound,
            muted: silenced,
            soloed: soloed,
            transpose: semitones,
            clips: clipSpans(of: piece, passage, at: speed, isBackward: target < from),
            automation: piece.piece.automationLines(at: speed),
            startsAnew: !pieceHasPlayed,
            sendsSync: false
        )
        let map = piece.piece.played.tempoMap
        let (first, last) = (passage.lowerBound, passage.upperBound)
        let end = max(map.tick(atFrame: last, rate: rate), map.tick(atFrame: first, rate: rate) + 1)
        let number = engine.start(
            item,
            on: piece.rack,
            routed: piece.piece.routed,
            hold: EngineHold(tick: end)
        )
        guard number != nil else {
            endScrub()
            return false
        }
        if !pieceHasPlayed { piece.prepareLocating() }
        pieceHasPlayed = true
        return true
    }

    /// Ends the sound of a position that was moved; the position stays.
    public func endScrub() {
        guard scrubbedFrame != nil else { return }
        scrubbedFrame = nil
        guard !isUnderWay else { return }
        engine.halt()
        engine.hold(EngineHold(tick: nil))
        holdPractice()
    }

    /// The clips in a passage, resampled; backwards from its end where the position moves back.
    private func clipSpans(
        of piece: LoadedPiece,
        _ passage: Range<Int64>,
        at speed: Speed,
        isBackward: Bool
    ) -> [ClipSpan] {
        let spans = piece.piece.clipSpans(at: speed, following: .pitch)
        guard isBackward else { return spans }
        let start = speed.itemFrame(ofNominalFrame: passage.lowerBound)
        let end = speed.itemFrame(ofNominalFrame: passage.upperBound)
        var backward: [ClipSpan] = []
        for span in spans where span.start < end {
            var span = span
            span.place += Double(end - span.start) * span.pace
            (span.start, span.pace) = (start, -span.pace)
            // The last one in front of the end is the one that sounds there.
            if backward.last?.clip == span.clip { backward.removeLast() }
            backward.append(span)
        }
        return backward
    }
}
