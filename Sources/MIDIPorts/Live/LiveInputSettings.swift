/// The sources of live MIDI.
public struct LiveInputSettings: Sendable {
    /// The name of the sequencer client, by which others find it; at most 63 bytes are used.
    public var clientName = "seqd"
    /// Inputs of sixteen channels each, 0 … 16: ports `in 1`, `in 2` and so on.
    public var inputs = 1
    /// Whether there is to be a sequencer client.
    public var usesSequencer = true
    /// The ports that are connected to inputs and outputs by themselves, now and whenever they
    /// appear; none at all where it is empty.
    public var connections = [ConnectionRule.hardware]
    /// Outputs of sixteen channels each, 0 … 16: ports `out 1`, `out 2` and so on.
    public var outputs = 0
    /// Milliseconds by which MIDI is sent later than sound is heard, −1,000 … 1,000.
    public var outputOffset = 0.0
    /// Paths that MIDI bytes are read from.
    public var raw: [RawSource] = []

    /// Makes settings with the usual values.
    public init() {}
}
