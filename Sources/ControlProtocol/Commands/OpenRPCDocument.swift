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

    private static func method(_ command: CommandDetails) -> JSONObject {
        var role = JSONObject()
        role.set("name", command.permission.name)
        role.set("summary", "the role that a client needs")
        var method = JSONObject()
        method.set("name", command.name)
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

    private static func result(_ command: CommandDetails) -> JSONObject {
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
