import JSON

/// An event, and its number among those that a client is sent.
public struct EventMessage: Hashable, Sendable {
    /// The number, from 1; dropped events have numbers too.
    public var sequence: Int64
    /// The event.
    public var event: DaemonEvent

    /// Makes a message.
    public init(sequence: Int64, event: DaemonEvent) {
        self.sequence = sequence
        self.event = event
    }

    /// Whether a line is an event, in either dialect.
    package static func isEvent(_ line: String) -> Bool {
        line.hasPrefix("EVENT ") || line.hasPrefix(EventLine.start)
    }

    /// Reads the line of an event in JSON-RPC.
    ///
    /// - Throws: −32603 for a line that is not such an event, and for types of later versions.
    public init(json line: String) throws(RequestError) {
        guard case .object(let notice)? = try? JSONReader.read(line),
            notice["method"] == .string("event"), case .object(let parameters)? = notice["params"]
        else { throw .internal("not an event: \(RequestError.quoted(line))") }
        let values = JSONFields(parameters)
        sequence = Int64(try values.number("seq"))
        event = try DaemonEvent(type: try values.optionalString("type") ?? "", values)
    }
}
