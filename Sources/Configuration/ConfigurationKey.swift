/// A setting of the configuration, which stands for an option of commands.
public struct ConfigurationKey: Hashable, Sendable {
    /// The form of a value.
    public enum Kind: Hashable, Sendable {
        /// A text or a number, as the option takes it.
        case value
        /// A file's path.
        case path
        /// A list of values, or a single one.
        case list
        /// A list of files' paths, or a single one.
        case paths
        /// A list of routes, which name SoundFonts.
        case routes
        /// A list of sockets, or a single one: texts, or mappings of a path and its settings.
        case sockets
        /// Yes or no; the flag of its name is given for yes.
        case flag
        /// Yes or no; the flag `no-` and its name is given for no.
        case inverse
    }

    /// The name in files, and of the option.
    public let name: String
    /// The form of a value.
    public let kind: Kind
    /// The commands that have the option.
    public let commands: [String]
    /// Its purpose in a few words.
    public let meaning: String
    /// A value as an example, as YAML.
    public let example: String

    /// The option on the command line, with its dashes.
    public var option: String { kind == .inverse ? "--no-\(name)" : "--\(name)" }

    /// The environment variable that has its value.
    public var variable: String {
        "SEQD_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Whether a variable can have its value: `$SEQD_SOCKET` is the daemon's and its clients' own,
    /// and `--name` has priority over it.
    public var hasVariable: Bool { name != "socket" }

    /// Whether a command takes one value where others take a list.
    func isSingle(in command: String) -> Bool {
        name == "device" && ["tone", "doctor"].contains(command)
    }

    /// The options on a command line in whose place it is not used.
    public var rivals: [String] {
        switch name {
        // The rack's own have priority.
        case "sf2", "drums": [option, "--rack"]
        case "reverb", "chorus": [option, "--no-\(name)", "--rack"]
        case "device": [option, "--null"]
        case "socket", "name": ["--socket", "--name"]
        case "resume": [option, "--no-state"]
        case "state": [option, "--resume"]
        default: [option]
        }
    }

    /// The key of a name; `nil` where there is none.
    public static func named(_ name: String) -> ConfigurationKey? {
        all.first { $0.name == name }
    }

    init(
        _ name: String,
        _ kind: Kind,
        _ commands: [String],
        _ meaning: String,
        _ example: String
    ) {
        self.name = name
        self.kind = kind
        self.commands = commands
        self.meaning = meaning
        self.example = example
    }
}
