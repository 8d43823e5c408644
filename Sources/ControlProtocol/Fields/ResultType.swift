package import JSON

/// The type of a value in an answer in JSON.
package indirect enum ResultType: Sendable {
    case string
    case integer
    case number
    /// A number, or null.
    case numberOrNull
    /// A level in dB: a number, or `-inf`.
    case level
    case boolean
    case list(ResultType)
    case object([Property])

    /// A member of an object.
    package struct Property: Sendable {
        package var key: String
        package var type: ResultType
        package var isOptional: Bool
    }

    /// A list of objects.
    ///
    /// - Parameter members: Their keys and types; a key that ends in `?` may be missing.
    /// - Returns: The type.
    static func objects(_ members: KeyValuePairs<String, ResultType>) -> ResultType {
        let properties = members.map { key, type in
            let isOptional = key.hasSuffix("?")
            return Property(
                key: isOptional ? String(key.dropLast()) : key,
                type: type,
                isOptional: isOptional
            )
        }
        return .list(.object(properties))
    }

    /// The type as a JSON Schema (draft 7).
    package var schema: JSONObject {
        var schema = JSONObject()
        switch self {
        case .string: schema.set("type", "string")
        case .integer: schema.set("type", "integer")
        case .number: schema.set("type", "number")
        case .numberOrNull: schema.set("type", ["number", "null"])
        case .level:
            schema.set("type", ["number", "string"])
        case .boolean: schema.set("type", "boolean")
        case .list(let element):
            schema.set("type", "array")
            schema.set("items", element.schema)
        case .object(let properties):
            var members = JSONObject()
            for property in properties { members.set(property.key, property.type.schema) }
            schema.set("type", "object")
            schema.set("properties", members)
            schema.set("required", properties.filter { !$0.isOptional }.map(\.key))
        }
        return schema
    }
}
