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

extension PortListing: Record {
    package init() { self.init(ports: []) }

    package static let fields = Field<PortListing>.table {
        Field(
            "ports",
            line: "port",
            \.ports,
            PortEntry.help(of: "each port that can play on a live input")
        )
        Field(
            "receivers",
            line: "receiver",
            \.receivers,
            PortEntry.help(of: "each port that a MIDI output can play to, none without outputs")
        )
        Field(
            "rules",
            line: "rule",
            \.rules,
            "each rule by which ports are connected, as `connect` takes it"
        )
    }
}
