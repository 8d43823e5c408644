/// The MIDI ports, and the rules by which they are connected.
public struct PortListing: Hashable, Sendable {
    /// The ports of the ALSA sequencer and the raw sources.
    public var ports: [PortEntry]
    /// The ports of the ALSA sequencer that MIDI outputs can play to; none without outputs.
    public var receivers: [PortEntry]
    /// The rules by which ports are connected, as `connect` takes them.
    public var rules: [String]

    /// Makes a listing.
    public init(
        ports: [PortEntry] = [],
        receivers: [PortEntry] = [],
        rules: [String] = []
    ) {
        self.ports = ports
        self.receivers = receivers
        self.rules = rules
    }
}
