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

extension PortEntry: ListedRecord {
    package init() { self.init(address: "", name: "") }

    package static let fields = Field<PortEntry>.table {
        Field("address", \.address)
        Field("name", \.name)
        Field("input", \.input)
        Field("output", \.output)
    }

    package func words(at index: Int) -> String {
        let number = input.map { "\($0)" } ?? output.map { "out:\($0)" } ?? "-"
        return "\(Words.word(for: address)) -> \(number) \(name)"
    }

    static let list = AnswerList<PortEntry>("ports", line: "port", help(of: "each port"))

    /// The description of a list of ports.
    static func help(of ports: String) -> String {
        "\(ports): address, `->`, its live input, `out:` and its output, or `-`, and name; in "
            + "JSON, objects with `address`, `name` and, if connected, `input` or `output`"
    }
}
