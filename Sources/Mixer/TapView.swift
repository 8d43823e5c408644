package import Platform
package import Realtime

/// A tap as the audio thread has it.
package struct TapView: BitwiseCopyable, Sendable {
    package let ring: LoanTicket<FrameRing>
    package let source: Source
    /// The number of the loan.
    package let number: Int

    /// Makes a tap of a sound.
    package init(ring: LoanTicket<FrameRing>, source: Source, number: Int) {
        (self.ring, self.source, self.number) = (ring, source, number)
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
