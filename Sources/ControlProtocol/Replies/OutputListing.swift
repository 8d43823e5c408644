import JSON

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

extension OutputEntry {
    /// The line in words.
    var words: String {
        let words = "\(pair) \(output.word) \(rate) \(xruns) \(device)"
        return if case .lost(let reason) = output { "\(words): \(reason)" } else { words }
    }

    var object: JSONObject {
        var object = JSONObject()
        object.set("device", device)
        object.set("channels", pair)
        object.set("output", output.word)
        if case .lost(let reason) = output { object.set("reason", reason) }
        object.set("rate", rate)
        object.set("xruns", xruns)
        return object
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            device: try fields.string("device"),
            pair: try fields.string("channels"),
            output: try DaemonStatus.Output(fields, state: "output"),
            rate: try fields.integer("rate"),
            xruns: try fields.integer("xruns")
        )
    }
}

extension OutputListing.Assignment {
    var words: String { "\(pair) \(name)" }

    var object: JSONObject {
        var object = JSONObject()
        object.set("name", name)
        object.set("channels", pair)
        return object
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(name: try fields.string("name"), pair: try fields.string("channels"))
    }
}
