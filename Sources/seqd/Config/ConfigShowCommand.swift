import ArgumentParser
import CommandSupport
import Configuration

/// `seqd config show`: the settings in force.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the settings in force, and where each comes from.",
        discussion: """
            Without COMMAND, seqd prints all settings that differ from the built-in defaults; \
            with it, the settings that this command would use.
            """
    )

    @Argument(
        help: ArgumentHelp("Command: play, render, live, daemon …", valueName: "command"),
        completion: .list(ConfigurationKey.commands)
    )
    var command: String?

    func validate() throws {
        guard let command, !ConfigurationKey.commands.contains(command) else { return }
        throw ValidationError(
            "'\(command)' has no settings; expected one of: "
                + ConfigurationKey.commands.joined(separator: ", ")
        )
    }

    func run() throws {
        let configuration = try UserConfiguration.read(for: command)
        if let command {
            try Console.write(Self.lines(configuration.entries(of: command), indent: "").joined())
            return
        }
        let general = configuration.entries.filter { $0.command == nil }
        let shown = ConfigurationKey.all.compactMap { key in general.last { $0.key == key } }
        var lines = Self.lines(shown, indent: "")
        for command in ConfigurationKey.commands {
            let own = configuration.entries(of: command).filter { $0.command == command }
            guard !own.isEmpty else { continue }
            lines += ["\(command):\n"] + Self.lines(own, indent: "  ")
        }
        try Console.write(lines.joined())
    }

    /// The settings as YAML, each with its origin as a comment.
    private static func lines(_ entries: [ConfigurationEntry], indent: String) -> [String] {
        entries.map { "\(indent)\($0.key.name): \($0.yaml)  # \($0.place)\n" }
    }
}
