import JSON

/// Something that happened in the daemon, for those who subscribe to its type.
struct DaemonEvent: Hashable, Sendable {
    var type: EventType
    /// What is told about it, in this order in both dialects.
    private(set) var fields: [JSONObject.Member] = []

    /// Makes an event that tells nothing yet but its type.
    init(_ type: EventType) {
        self.type = type
    }

    /// Makes an event.
    init(_ type: EventType, _ fields: KeyValuePairs<String, JSONValue>) {
        self.type = type
        self.fields = fields.map { JSONObject.Member(key: $0.key, value: $0.value) }
    }

    /// Adds a field at the end; nothing where the value is `nil`.
    mutating func set(_ key: String, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        fields.append(JSONObject.Member(key: key, value: value.json))
    }
}
