/// The position of a joined System Exclusive message in the schedule's bytes.
struct MessageSpan: BitwiseCopyable, Sendable {
    var offset: Int
    var count: Int
    /// Whether it puts the whole instrument into its initial state.
    var isReset: Bool
    /// Whether it belongs to the MIDI Tuning Standard.
    var isTuning: Bool
    /// Equal for equal bytes.
    var hash: UInt64
    /// Which channels' controllers it may change.
    var reach: MessageReach
}
