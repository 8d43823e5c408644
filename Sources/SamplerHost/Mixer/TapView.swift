import Realtime

/// A tap as the audio thread has it.
struct TapView: BitwiseCopyable {
    let ring: Loan<FrameRing>
    /// The strip; `nil` for the master.
    let strip: Loan<Strip>?
}
