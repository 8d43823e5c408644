/// A JSON object, made member by member.
struct JSONObject: Hashable, Sendable {
    /// A key and what it stands for.
    struct Member: Hashable, Sendable {
        var key: String
        var value: JSONValue
    }

    private(set) var members: [Member] = []

    /// Adds a member at the end; nothing where the value is `nil`.
    mutating func set(_ key: String, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        members.append(Member(key: key, value: value.json))
    }
}

/// What can be a value in JSON.
protocol JSONConvertible {
    var json: JSONValue { get }
}

extension JSONObject: JSONConvertible {
    var json: JSONValue { .object(self) }
}

extension JSONValue: JSONConvertible {
    var json: JSONValue { self }
}

extension String: JSONConvertible {
    var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
    var json: JSONValue { .boolean(self) }
}

extension Double: JSONConvertible {
    var json: JSONValue { .number(self) }
}

extension Int: JSONConvertible {
    var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONConvertible {
    var json: JSONValue { .integer(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    var json: JSONValue { .array(map(\.json)) }
}
