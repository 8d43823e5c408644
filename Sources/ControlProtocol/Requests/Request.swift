package import JSON
public import Sequencer

/// A command, and the position that it waits for.
public struct Request: Sendable {
    /// The command.
    public let command: any ControlCommand
    /// The position in the current file at which it is done; `nil` for at once.
    ///
    /// The daemon refuses it for a command that cannot wait.
    public var position: Position?

    /// The maximum length of a line in bytes, without its end.
    public static let maximumLength = 65_536

    /// Makes a request that is done at once, or at a position.
    public init(_ command: any ControlCommand, at position: Position? = nil) {
        self.command = command
        self.position = position
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
        if let plain = Self.plain[line], plain.command.details.permission <= role {
            self = plain
        } else {
            try self.init(splitting: line, role: role)
        }
    }

    /// The requests that are the name of a command and nothing else, such as `status`: clients ask
    /// these most often, so they are read once.
    private static let plain: [String: Request] =
        CommandTable.commands.reduce(into: [:]) { requests, command in
            let name = command.name
            requests[name] = try? Request(splitting: name, role: .admin)
        }

    private init(splitting line: String, role: Permission) throws(RequestError) {
        let words = try Words(line)
        let command = try CommandTable.command(words.words.first?.text ?? "")
        try command.details.check(role)
        do throws(RequestError) {
            try self.init(command, Arguments(words: words, for: command.details))
        } catch {
            throw error.told(in: .words, of: command.details)
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
        try command.details.check(role)
        do throws(RequestError) {
            try self.init(command, Arguments(json: parameters, for: command.details))
        } catch {
            throw error.told(in: .json, of: command.details)
        }
    }

    private init(
        _ command: any ControlCommand.Type,
        _ arguments: Arguments
    ) throws(RequestError) {
        self.command = try command.reading(arguments)
        position = command.details.timing == nil ? nil : arguments.position
    }

    /// The line in words, without its end.
    public var words: String {
        let options = command.details.options.map { "\($0)=" }
        var line = command.name
        for (parameter, values) in arguments {
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
        var parameters = JSONObject()
        for (parameter, values) in arguments {
            guard let first = values.first else { continue }
            parameters.set(
                parameter.name,
                parameter.isPlural ? .array(values.map(\.json)) : first.json
            )
        }
        var object = JSONObject()
        object.set("jsonrpc", "2.0")
        object.set("id", id)
        object.set("method", command.name)
        if !parameters.members.isEmpty { object.set("params", parameters) }
        return object.json.text
    }

    /// The values of each parameter, in the order of the usage.
    private var arguments: [(Parameter, [WrittenArgument])] {
        let own = Array(zip(command.details.parameters, command.written))
        guard let position else { return own }
        return own + [(.at, [ArgumentKind.position.written(position)])]
    }
}

extension Request: Hashable {
    /// Whether the commands, their arguments and the positions are the same.
    public static func == (first: Request, second: Request) -> Bool {
        first.command.equals(second.command) && first.position == second.position
    }

    /// Hashes the command and the position.
    public func hash(into hasher: inout Hasher) {
        command.hash(into: &hasher)
        hasher.combine(position)
    }
}
