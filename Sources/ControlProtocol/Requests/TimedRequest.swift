package import JSON
public import Sequencer

/// A request, and the position that it waits for.
public struct TimedRequest: Hashable, Sendable {
    /// The command and its arguments.
    public let request: Request
    /// The position in the current file at which it is done; `nil` for at once.
    ///
    /// The daemon refuses it for a command that cannot wait.
    public var position: Position?
    /// Whether the command changes nothing.
    package let isReadOnly: Bool

    /// The maximum length of a line in bytes, without its end.
    public static let maximumLength = 65_536

    /// Makes a request that is done at once, or at a position.
    public init(_ request: Request, at position: Position? = nil) {
        self.request = request
        self.position = position
        isReadOnly = CommandTable.command(request.name).isReadOnly
    }

    /// Reads a line in words.
    ///
    /// - Throws: −32601 for an unknown command, −32602 for arguments that do not fit it.
    public init(words line: String) throws(RequestError) {
        try self.init(words: line, role: .admin)
    }

    /// Reads a line in words of a client with a role.
    ///
    /// - Throws: As ``init(words:)``, and 77 for a command that the role does not include, whatever
    ///   its arguments are.
    package init(words line: String, role: Permission) throws(RequestError) {
        if let plain = Self.plain[line], plain.permission <= role {
            self = plain.request
        } else {
            try self.init(splitting: line, role: role)
        }
    }

    /// The requests that are the name of a command and nothing else, such as `status`: clients ask
    /// these most often, so they are read once.
    private static let plain: [String: Plain] =
        CommandTable.commands.reduce(into: [:]) { requests, command in
            let name = command.name.rawValue
            guard let request = try? TimedRequest(splitting: name, role: .admin) else { return }
            requests[name] = Plain(request: request, permission: command.permission)
        }

    private struct Plain {
        let request: TimedRequest
        let permission: Permission
    }

    private init(splitting line: String, role: Permission) throws(RequestError) {
        let words = try Words(line)
        let command = try CommandTable.command(words.words.first?.text ?? "")
        try command.check(role)
        do throws(RequestError) {
            try self.init(command, Arguments(words: words, for: command))
        } catch {
            throw error.told(in: .words, of: command.name)
        }
    }

    /// Reads the method and parameters of JSON-RPC.
    ///
    /// - Throws: As ``init(words:role:)``, and −32600 for parameters that are neither object nor
    ///   array.
    package init(
        method: String,
        parameters: JSONValue?,
        role: Permission = .admin
    ) throws(RequestError) {
        let command = try CommandTable.command(method)
        try command.check(role)
        do throws(RequestError) {
            try self.init(command, Arguments(json: parameters, for: command))
        } catch {
            throw error.told(in: .json, of: command.name)
        }
    }

    private init(_ command: Command, _ arguments: Arguments) throws(RequestError) {
        request = try Request(command.name, arguments)
        isReadOnly = command.isReadOnly
        position = command.timing == nil ? nil : try arguments.optionalPosition("at")
    }

    /// The line in words, without its end.
    public var words: String {
        let command = CommandTable.command(request.name)
        let options = command.parameters.filter { $0.use == .option }.map { "\($0.name)=" }
        var line = request.name.rawValue
        for (parameter, values) in arguments(of: command) {
            for value in values {
                line += " "
                if parameter.use == .option {
                    line += "\(parameter.name)=\(value.words)"
                } else if options.contains(where: value.words.hasPrefix) {
                    line += Words.quoted(value.words)
                } else {
                    line += value.words
                }
            }
        }
        return line
    }

    /// The line of JSON-RPC, without its end.
    ///
    /// - Parameter id: The number with which the answer comes; `nil` for a notification, which gets
    ///   none.
    /// - Returns: The line.
    public func json(id: Int?) -> String {
        let command = CommandTable.command(request.name)
        var parameters = JSONObject()
        for (parameter, values) in arguments(of: command) {
            guard let first = values.first else { continue }
            parameters.set(
                parameter.name,
                parameter.isPlural ? .array(values.map(\.json)) : first.json
            )
        }
        var object = JSONObject()
        object.set("jsonrpc", "2.0")
        object.set("id", id)
        object.set("method", request.name.rawValue)
        if !parameters.members.isEmpty { object.set("params", parameters) }
        return object.json.text
    }

    /// The values of each parameter, in the order of the table.
    private func arguments(of command: Command) -> [(Parameter, [ArgumentValue])] {
        let values = request.arguments
        var parameters = command.parameters
        if position != nil, command.timing == nil { parameters.append(.at) }
        return parameters.map { parameter in
            if parameter.name == Parameter.at.name {
                return (parameter, position.map { [.position($0)] } ?? [])
            }
            return (parameter, values[parameter.name] ?? [])
        }
    }
}
