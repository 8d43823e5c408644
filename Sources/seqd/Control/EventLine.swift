import JSON

/// An event as a line for a client; what does not depend on the client is written once.
struct EventLine {
    let event: DaemonEvent
    private var words: String?
    private var json: String?

    init(_ event: DaemonEvent) {
        self.event = event
    }

    /// The line, with its end.
    ///
    /// - Parameters:
    ///   - sequence: The event's number among those of the client.
    ///   - dialect: The client's.
    /// - Returns: The line.
    mutating func text(sequence: Int64, _ dialect: Dialect) -> String {
        let name = event.type.rawValue
        switch dialect {
        case .words:
            let rest = words ?? Self.words(event.fields)
            words = rest
            return "EVENT \(name) \(sequence)\(rest)\n"
        case .json:
            let rest = json ?? Self.json(event.fields)
            json = rest
            return Self.json(name, sequence, rest)
        }
    }

    /// That events were dropped because the client did not read.
    static func lagged(_ count: Int, sequence: Int64, _ dialect: Dialect) -> String {
        switch dialect {
        case .words: "EVENT lagged \(sequence) count=\(count)\n"
        case .json: json("lagged", sequence, ",\"count\":\(count)")
        }
    }

    private static func words(_ fields: [JSONObject.Member]) -> String {
        fields.reduce("") { $0 + " \($1.key)=\(Words.word(for: $1.value.words))" }
    }

    private static func json(_ fields: [JSONObject.Member]) -> String {
        var object = JSONObject()
        for field in fields { object.set(field.key, field.value) }
        let text = JSONValue.object(object).text.dropFirst().dropLast()
        return text.isEmpty ? "" : "," + text
    }

    private static func json(_ type: String, _ sequence: Int64, _ rest: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":"
            + "{\"type\":\"\(type)\",\"seq\":\(sequence)\(rest)}}\n"
    }
}
