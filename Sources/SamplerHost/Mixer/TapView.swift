import Realtime

/// A tap as the audio thread has it.
struct TapView: BitwiseCopyable {
    let ring: Loan<FrameRing>
    let source: Source

    /// The sound that a tap records.
    enum Source: BitwiseCopyable {
        /// The output.
        case master
        /// The output on a further pair of channels, from 1.
        case pair(Int)
        /// The output of the effects.
        case effects
        case strip(Loan<Strip>)
    }
}
