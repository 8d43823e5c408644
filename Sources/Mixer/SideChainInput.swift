import Effects
import Realtime

/// A side chain of an insert, and the strip whose sound it gets.
///
/// That is the sound which comes into the strip and into the strips of its channels, before their
/// inserts and gains: a muted strip still decides on the gain of others, and so may one that is louder
/// behind its inserts.
struct SideChainInput: BitwiseCopyable {
    /// The side chain.
    let sideChain: Loan<SideChain>
    /// The strip.
    let strip: Loan<Strip>
    /// The frames by which the inserts before it delay.
    let latency: Int
}
