import Wording

/// The settings in one file: YAML, a mapping of keys to values.
///
/// A key counts for all commands that have its option, and in a mapping under a command's name for that
/// command alone.
public struct ConfigurationFile: Sendable {
    /// The settings, in the order of the file, without those at fault.
    public let entries: [ConfigurationEntry]
    /// The faults, in the order of the file: of YAML, an unknown key, or a value of the wrong kind.
    public let faults: [ConfigurationError]

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - path: The file's path, for messages; relative paths in the file are relative to its folder.
    ///   - home: The folder that `~` stands for.
    public init(_ text: String, path: String, home: String?) {
        var reader = Reader(path: path, home: home)
        do throws(YAMLError) {
            if let root = try YAMLNode.read(text) { reader.read(root, of: nil) }
        } catch {
            // Nothing of the file counts: that concerns the commands whose settings it names.
            reader.commands = ConfigurationKey.sound.union(ConfigurationKey.commands(namedIn: text))
            reader.note(error.position, error.problem)
        }
        (entries, faults) = (reader.entries, reader.faults)
    }
}

/// Reads the tree of a file.
private struct Reader {
    let path: String
    let home: String?
    var entries: [ConfigurationEntry] = []
    var faults: [ConfigurationError] = []
    /// The commands that use what is being read.
    var commands = ConfigurationKey.sound

    init(path: String, home: String?) { (self.path, self.home) = (path, home) }

    /// The folder of the file, without a slash at its end.
    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "" : String(path[..<slash])
    }

    mutating func read(_ node: YAMLNode, of command: String?) {
        // Nothing, or comments alone.
        if node.isNothing { return }
        let outer = commands
        defer { commands = outer }
        if let command { commands = [command] }
        guard case .mapping(let mapping) = node.content else {
            return note(node.position, "expected settings, such as 'gain: -3'")
        }
        let scope = commands
        for (name, value) in mapping {
            commands = scope
            do throws(ConfigurationError) {
                try read(name, value, of: command)
            } catch {
                faults.append(error)
            }
        }
    }

    private mutating func read(
        _ name: YAMLNode,
        _ value: YAMLNode,
        of command: String?
    ) throws(ConfigurationError) {
        guard let text = name.text else {
            throw error(name, "expected the name of a setting")
        }
        if command == nil, ConfigurationKey.commands.contains(text) {
            return read(value, of: text)
        }
        guard let key = ConfigurationKey.named(text) else { throw unknown(name, text, command) }
        if command == nil { commands = Set(key.commands) }
        if let command, !key.commands.contains(command) {
            throw error(name, "seqd \(command) has no setting '\(text)'")
        }
        guard !entries.contains(where: { $0.key == key && $0.command == command }) else {
            throw error(name, "'\(text)' is set twice")
        }
        let place = place(name.position)
        entries.append(
            ConfigurationEntry(
                key: key,
                command: command,
                values: try values(of: value, key),
                place: place,
                folder: folder,
                home: home
            )
        )
    }

    private mutating func unknown(
        _ node: YAMLNode,
        _ name: String,
        _ command: String?
    ) -> ConfigurationError {
        var known = ConfigurationKey.all
            .filter { key in command.map(key.commands.contains) ?? true }
            .map(\.name)
        if command == nil { known += ConfigurationKey.commands }
        let near = Suggestion.nearest(to: name, among: known)
        let hint = near.map { "did you mean '\($0)'?" } ?? "see seqd config example"
        if command == nil, let near {
            commands = ConfigurationKey.named(near).map { Set($0.commands) } ?? [near]
        }
        return error(node, "unknown setting '\(name.printable)'; \(hint)")
    }

    private func values(
        of node: YAMLNode,
        _ key: ConfigurationKey
    ) throws(ConfigurationError) -> [String] {
        switch key.kind {
        case .flag, .inverse:
            switch node.text?.lowercased() {
            case "yes", "true", "on": return ["yes"]
            case "no", "false", "off": return ["no"]
            default: throw error(node, "\(key.name): expected yes or no")
            }
        case .value, .path:
            guard let text = node.text else { throw error(node, "\(key.name): expected a value") }
            return [text]
        case .sockets:
            guard case .sequence(let sequence) = node.content, !sequence.isEmpty else {
                return [try socket(node, key)]
            }
            var values: [String] = []
            for element in sequence { values.append(try socket(element, key)) }
            return values
        case .list, .paths, .routes:
            if let text = node.text { return [text] }
            guard case .sequence(let sequence) = node.content, !sequence.isEmpty else {
                throw error(node, "\(key.name): expected a value or a list of values")
            }
            var values: [String] = []
            for element in sequence {
                guard let text = element.text else {
                    throw error(element, "\(key.name): expected a value")
                }
                values.append(text)
            }
            return values
        }
    }

    /// A socket as the option takes it.
    private func socket(
        _ node: YAMLNode,
        _ key: ConfigurationKey
    ) throws(ConfigurationError) -> String {
        if let text = node.text { return text }
        guard case .mapping(let mapping) = node.content else {
            throw error(node, "\(key.name): expected a path, or a mapping with 'path'")
        }
        var settings: [(name: String, value: String)] = []
        for (name, value) in mapping {
            guard let text = name.text, SocketText.keys.contains(text) else {
                let expected = SocketText.keys.joined(separator: ", ")
                throw error(name, "\(key.name): expected \(expected)")
            }
            guard !settings.contains(where: { $0.name == text }) else {
                throw error(name, "\(key.name): '\(text)' is set twice")
            }
            guard let value = value.text else {
                throw error(value, "\(key.name): \(text): expected a value")
            }
            settings.append((text, value))
        }
        guard let text = SocketText.text(settings) else {
            throw error(node, "\(key.name): 'path' is missing")
        }
        return text
    }

    private func place(_ position: YAMLNode.Position) -> String {
        "\(path): line \(position.line), column \(position.column)"
    }

    mutating func note(_ position: YAMLNode.Position, _ problem: String) {
        faults.append(ConfigurationError(place(position), problem, of: commands))
    }

    private func error(_ node: YAMLNode, _ problem: String) -> ConfigurationError {
        ConfigurationError(place(node.position), problem, of: commands)
    }
}
