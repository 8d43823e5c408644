import Realtime

/// A tap as the audio thread has it.
struct TapView: BitwiseCopyable {
    let ring: Loan<FrameRing>
    let source: Source

    /// What a tap records.
    enum Source: BitwiseCopyable {
        /// What is heard.
        case master
        /// What is heard on a further pair of output channels, from 1.
        case pair(Int)
        /// What the effects add to the mix.
        case effects
        case strip(Loan<Strip>)
    }
}
