package import JSON

/// The description of all commands for programs: an OpenRPC document (OpenRPC 1.3).
package enum OpenRPCDocument {
    /// The document.
    package static let json: JSONObject = {
        var info = JSONObject()
        info.set("title", "seqd")
        info.set("version", "\(ProtocolVersion.current)")
        info.set("description", "The control protocol of the seqd daemon, a line for each request")
        var document = JSONObject()
        document.set("openrpc", "1.3.2")
        document.set("info", info)
        document.set("methods", CommandTable.commands.map(method))
        return document
    }()

    /// The text of the document, on one line.
    package static let text = JSONValue.object(json).text

    private static func method(_ command: Command) -> JSONObject {
        var role = JSONObject()
        role.set("name", command.permission.name)
        role.set("summary", "the role that a client needs")
        var method = JSONObject()
        method.set("name", command.name.rawValue)
        method.set("summary", command.summary)
        if !command.discussion.isEmpty { method.set("description", command.discussion) }
        method.set("tags", [role])
        method.set("paramStructure", "either")
        method.set("params", command.parameters.map(parameter))
        method.set("result", result(command))
        return method
    }

    private static func parameter(_ parameter: Parameter) -> JSONObject {
        var object = JSONObject()
        object.set("name", parameter.name)
        object.set("description", "\(parameter.help) (\(parameter.type.description))")
        object.set("required", parameter.isRequired)
        let schema = parameter.type.schema
        object.set("schema", parameter.isPlural ? oneOrMore(schema) : schema)
        return object
    }

    private static func oneOrMore(_ schema: JSONObject) -> JSONObject {
        var list = JSONObject()
        list.set("type", "array")
        list.set("items", schema)
        var both = JSONObject()
        both.set("anyOf", [schema, list])
        return both
    }

    private static func result(_ command: Command) -> JSONObject {
        var properties = JSONObject()
        for result in command.results {
            guard let key = result.json else { continue }
            var schema = result.type.schema
            schema.set("description", result.help)
            properties.set(key, schema)
        }
        var schema = JSONObject()
        schema.set("type", "object")
        schema.set("properties", properties)
        var object = JSONObject()
        object.set("name", "result")
        object.set("schema", schema)
        return object
    }
}

extension ArgumentType {
    /// The type as a JSON Schema (draft 7).
    fileprivate var schema: JSONObject {
        var schema = JSONObject()
        switch self {
        case .integer(let range):
            schema.set("type", "integer")
            schema.set("minimum", range.lowerBound)
            if range.upperBound < .max { schema.set("maximum", range.upperBound) }
        case .number(let range, _):
            schema.set("type", "number")
            schema.set("minimum", range.lowerBound)
            schema.set("maximum", range.upperBound)
        case .logLevel: schema.set("enum", LogLevel.allCases.map(\.rawValue))
        case .choice(let words): schema.set("enum", words)
        case .versionTime: schema.set("enum", ["now", "bar"])
        default:
            let types = ["string", "number", "boolean", "array"].filter(json.contains)
            if types.count == 1 { schema.set("type", types[0]) } else { schema.set("type", types) }
        }
        return schema
    }
}
