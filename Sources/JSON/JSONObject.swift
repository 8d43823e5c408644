/// A JSON object, made member by member.
package struct JSONObject: Hashable, Sendable {
    /// A key and its value.
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            (self.key, self.value) = (key, value)
        }
    }

    package private(set) var members: [Member] = []

    package init() {}

    /// Adds a member at the end, unless the value is `nil`.
    package mutating func set(_ key: String, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        members.append(Member(key: key, value: value.json))
    }
}

/// A type that has a JSON form.
package protocol JSONConvertible {
    var json: JSONValue { get }
}

extension JSONObject: JSONConvertible {
    package var json: JSONValue { .object(self) }
}

extension JSONValue: JSONConvertible {
    package var json: JSONValue { self }
}

extension String: JSONConvertible {
    package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
    package var json: JSONValue { .boolean(self) }
}

extension Double: JSONConvertible {
    package var json: JSONValue { .number(self) }
}

extension Int: JSONConvertible {
    package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONConvertible {
    package var json: JSONValue { .integer(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package var json: JSONValue { .array(map(\.json)) }
}
