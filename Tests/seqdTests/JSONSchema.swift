import JSON
import TestSupport

/// A JSON Schema, of which as much is known as the daemon's OpenRPC document uses; members that an
/// object's schema does not name are faults.
struct JSONSchema {
    private let schema: JSONObject

    init(_ schema: JSONObject) { self.schema = schema }

    private static let keywords: Set<String> = [
        "type", "description", "properties", "required", "items",
    ]

    /// The faults of a value, each with its place.
    func faults(of value: JSONValue, at place: String = "result") throws -> [String] {
        for member in schema.members where !Self.keywords.contains(member.key) {
            throw TestSupportError("unknown keyword \(member.key)")
        }
        let types: [JSONValue] =
            switch schema["type"] {
            case .array(let types)?: types
            case let type?: [type]
            case nil: throw TestSupportError("\(place): no type")
            }
        guard types.contains(where: { Self.isOf($0, value) }) else {
            return ["\(place): \(value.text.prefix(40)) is not \(types.map(\.text))"]
        }
        switch value {
        case .array(let elements):
            guard case .object(let items)? = schema["items"] else {
                throw TestSupportError("\(place): no items")
            }
            return try elements.enumerated().flatMap { index, element in
                try JSONSchema(items).faults(of: element, at: "\(place)[\(index)]")
            }
        case .object(let object): return try faults(of: object, at: place)
        default: return []
        }
    }

    private func faults(of object: JSONObject, at place: String) throws -> [String] {
        guard case .object(let properties)? = schema["properties"] else {
            throw TestSupportError("\(place): no properties")
        }
        var faults: [String] = []
        if case .array(let required)? = schema["required"] {
            for key in required {
                if case .string(let key) = key, object[key] == nil {
                    faults.append("\(place).\(key) is missing")
                }
            }
        }
        // An object of any members.
        if properties.members.isEmpty, place != "result" { return faults }
        for member in object.members {
            guard case .object(let known)? = properties[member.key] else {
                faults.append("\(place).\(member.key) is not described")
                continue
            }
            faults += try JSONSchema(known).faults(
                of: member.value,
                at: "\(place).\(member.key)"
            )
        }
        return faults
    }

    private static func isOf(_ type: JSONValue, _ value: JSONValue) -> Bool {
        guard case .string(let type) = type else { return false }
        return switch (type, value) {
        case ("string", .string), ("integer", .integer), ("number", .number),
            ("number", .integer), ("boolean", .boolean), ("null", .null), ("array", .array),
            ("object", .object):
            true
        default: false
        }
    }
}
