/// A MIDI port that is connected to the daemon, or could be.
public struct PortEntry: Hashable, Sendable {
    /// The address in ALSA or the file system: `20:0`, `/run/midi.fifo`.
    public var address: String
    /// The name for people.
    public var name: String
    /// The live input that it plays on, from 1; `nil` if it is not connected.
    public var input: Int?
    /// The MIDI output, from 1, that plays to it; `nil` if none does.
    public var output: Int?

    /// Whether it is connected.
    public var isConnected: Bool { input != nil || output != nil }

    /// Makes an entry.
    public init(address: String, name: String, input: Int? = nil, output: Int? = nil) {
        self.address = address
        self.name = name
        self.input = input
        self.output = output
    }
}
