/// A port of ALSA's sequencer by its numbers, as `aconnect` writes them.
public struct SequencerAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The client's number, 0 … 191.
    public var client: Int
    /// The port's number within the client.
    public var port: Int

    /// Names a port.
    public init(client: Int, port: Int) {
        self.client = client
        self.port = port
    }

    /// The numbers with a colon: `20:0`.
    public var description: String { "\(client):\(port)" }

    /// By client, then by port.
    public static func < (left: SequencerAddress, right: SequencerAddress) -> Bool {
        (left.client, left.port) < (right.client, right.port)
    }
}
