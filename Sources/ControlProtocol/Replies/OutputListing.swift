/// An audio device of the daemon.
public struct OutputEntry: Hashable, Sendable {
    /// Its name; `none` where the daemon has none.
    public var device: String
    /// The channels of the mix that it plays, from 1.
    public var pair: String
    /// Its state.
    public var output: DaemonStatus.Output
    /// Frames per second.
    public var rate: Int
    /// The number of buffer underruns so far.
    public var xruns: Int

    /// Makes an entry.
    public init(
        device: String,
        pair: String,
        output: DaemonStatus.Output,
        rate: Int,
        xruns: Int
    ) {
        self.device = device
        self.pair = pair
        self.output = output
        self.rate = rate
        self.xruns = xruns
    }
}

/// The audio devices of the daemon, and what plays on outputs of its own.
public struct OutputListing: Hashable, Sendable {
    /// A strip or an effects bus with a pair of output channels of its own.
    public struct Assignment: Hashable, Sendable {
        /// The strip; a bus as `effects:NAME`.
        public var name: String
        /// The pair.
        public var pair: String

        /// Makes an assignment.
        public init(name: String, pair: String) {
            self.name = name
            self.pair = pair
        }
    }

    /// The devices.
    public var outputs: [OutputEntry]
    /// The strips and buses that are not on channels 1-2.
    public var assignments: [Assignment]

    /// Makes a listing.
    public init(outputs: [OutputEntry], assignments: [Assignment] = []) {
        self.outputs = outputs
        self.assignments = assignments
    }
}

extension OutputEntry: ListedRecord {
    package init() { self.init(device: "", pair: "", output: .idle, rate: 0, xruns: 0) }

    package static let fields = Field<OutputEntry>.table {
        Field("device", \.device)
        Field("channels", \.pair)
        Field("output", \.output.state)
        Field("reason", \.output.reason)
        Field("rate", \.rate)
        Field("xruns", \.xruns)
    }

    package func words(at index: Int) -> String {
        "\(pair) \(output.state.rawValue) \(rate) \(xruns) \(device)"
            + (output.reason.map { ": \($0)" } ?? "")
    }
}

extension OutputListing.Assignment: ListedRecord {
    package init() { self.init(name: "", pair: "") }

    package static let fields = Field<Self>.table {
        Field("name", \.name)
        Field("channels", \.pair)
    }

    package func words(at index: Int) -> String { "\(pair) \(name)" }
}

extension OutputListing: Record {
    package init() { self.init(outputs: []) }

    package static let fields = Field<OutputListing>.table {
        Field(
            "outputs",
            line: "output",
            \.outputs,
            "each device: the channels of the mix that it plays, `running`, `idle` or `lost`, rate "
                + "in Hz, buffer underruns, name, and the reason of a loss; in JSON, objects"
        )
        Field(
            "assigned",
            line: "assigned",
            \.assignments,
            "each strip or effects bus (`effects:NAME`) that plays on other channels than 1-2: the "
                + "channels, and its name; in JSON, objects"
        )
    }
}
