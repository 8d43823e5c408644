package import Platform
package import Realtime

/// A tap as the audio thread has it.
package struct TapView: BitwiseCopyable, Sendable {
    package let ring: LoanTicket<FrameRing>
    package let source: Source
    /// The number of the loan.
    package let number: Int

    /// The frames by which inserts delay the sound.
    package let latency: Int
    /// The buffer for the frames of the current period in front of the inserts; `nil` for a tap behind
    /// them.
    package let input: LoanTicket<StereoBuffer>?

    /// Makes a tap of a sound.
    package init(
        ring: LoanTicket<FrameRing>,
        source: Source,
        number: Int,
        latency: Int = 0,
        input: LoanTicket<StereoBuffer>? = nil
    ) {
        (self.ring, self.source, self.number) = (ring, source, number)
        (self.latency, self.input) = (latency, input)
    }

    /// The frames of a period that are written.
    ///
    /// - Parameters:
    ///   - frames: The number of the period's frames.
    ///   - heard: The frames that would be, if inserts did not delay the sound.
    /// - Returns: The first frame, and the one behind the last.
    @_noLocks
    func heard(_ frames: Int, of heard: (start: Int64, end: Int64)) -> (start: Int, end: Int) {
        let start = min(max(0, heard.start &+ Int64(latency)), Int64(frames))
        // A sound that does not end is counted to Int64.max.
        let end = heard.end < Int64(frames) ? heard.end &+ Int64(latency) : Int64(frames)
        return (Int(start), Int(max(start, min(end, Int64(frames)))))
    }

    /// The sound that a tap records.
    package enum Source: BitwiseCopyable, Sendable {
        /// The output.
        case master
        /// The output on a further pair of channels, from 1.
        case pair(Int)
        /// The output of the effects.
        case effects
        case strip(LoanTicket<Strip>)
    }
}
