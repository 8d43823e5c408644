/// The sources of live MIDI.
public struct LiveInputSettings: Sendable {
    /// The name of the sequencer client, by which others find it; at most 63 bytes are kept.
    public var clientName = "seqd"
    /// Inputs of sixteen channels each, 1 … 16: ports `in 1`, `in 2` and so on.
    public var inputs = 1
    /// Whether there is to be a sequencer client.
    public var usesSequencer = true
    /// The ports that are connected by themselves, now and whenever they come; none at all where
    /// it is empty.
    public var connections = [ConnectionRule.hardware]
    /// Paths that MIDI bytes are read from.
    public var raw: [RawSource] = []

    /// Makes settings with the usual values.
    public init() {}
}
