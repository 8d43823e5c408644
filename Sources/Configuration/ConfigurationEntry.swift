import Wording

/// A setting as it was given.
public struct ConfigurationEntry: Hashable, Sendable {
    /// Its key.
    public let key: ConfigurationKey
    /// The command for which it counts; `nil` for all that have the key.
    public let command: String?
    /// The values: one, but for lists; `yes` or `no` for flags.
    public let values: [String]
    /// The position at which it was given: `file: line 3, column 1`, or an environment variable.
    public let place: String
    /// The folder to which its paths are relative.
    let folder: String
    /// The folder that `~` stands for.
    let home: String?

    /// The value as YAML, with paths as they are resolved.
    public var yaml: String {
        let values = values.map { value in
            switch key.kind {
            case .path, .paths: Self.quoted(resolved(value))
            case .routes: Self.quoted(RouteFonts.resolved(value, in: folder))
            case .sockets: Self.quoted(SocketText.resolved(value, resolved))
            case .value, .list: Self.quoted(value)
            case .flag, .inverse: value
            }
        }
        switch key.kind {
        case .list, .paths, .routes, .sockets: return "[\(values.joined(separator: ", "))]"
        default: return values[0]
        }
    }

    /// A text as a YAML scalar: plain where that has no other meaning.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@".contains($0) }
        if isPlain, let first = text.first, first.isLetter || first.isNumber || "/.".contains(first)
        {
            return text
        }
        if isPlain, text.first == "-", Double(text) != nil { return text }
        return "'" + text.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }

    /// Whether an environment variable gives it.
    public var isVariable: Bool { place.hasPrefix("$") }

    init(
        key: ConfigurationKey,
        command: String?,
        values: [String],
        place: String,
        folder: String,
        home: String?
    ) {
        self.key = key
        self.command = command
        self.values = values
        self.place = place
        self.folder = folder
        self.home = home
    }

    /// Reads a variable's value; lists have a comma between their values, and paths are relative to
    /// the working folder.
    init(_ key: ConfigurationKey, environment value: String) throws(ConfigurationError) {
        let place = "$\(key.variable)"
        let values: [String]
        switch key.kind {
        case .list, .paths: values = value.split(separator: ",").map(String.init)
        case .value, .path, .routes, .sockets: values = [value]
        case .flag, .inverse:
            switch value.lowercased() {
            case "yes", "true", "on", "1": values = ["yes"]
            case "no", "false", "off", "0": values = ["no"]
            default:
                throw ConfigurationError(
                    place,
                    "expected yes or no, not '\(value.printable)'",
                    of: key.commands
                )
            }
        }
        self.init(key: key, command: nil, values: values, place: place, folder: ".", home: nil)
    }

    /// The same with its first value alone.
    var withFirstValue: ConfigurationEntry {
        ConfigurationEntry(
            key: key,
            command: command,
            values: Array(values.prefix(1)),
            place: place,
            folder: folder,
            home: home
        )
    }

    /// The entry as arguments of a command; empty for a flag that is not given.
    public var arguments: [String] {
        switch key.kind {
        case .flag: values == ["yes"] ? [key.option] : []
        case .inverse: values == ["no"] ? [key.option] : []
        // One argument each: a value may begin with a dash.
        case .value, .list: values.map { "\(key.option)=\($0)" }
        case .path, .paths: values.map { "\(key.option)=\(resolved($0))" }
        case .routes: values.map { "\(key.option)=\(RouteFonts.resolved($0, in: folder))" }
        case .sockets: values.map { "\(key.option)=\(SocketText.resolved($0, resolved))" }
        }
    }

    /// A path as the command sees it: relative ones are relative to the file that has them.
    private func resolved(_ path: String) -> String {
        if let home, path.hasPrefix("~/") { return home + path.dropFirst() }
        return path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
    }
}
