import ArgumentParser
import CommandSupport
import Configuration

/// `seqd config check`: faults in configuration files.
struct ConfigCheckCommand<Root: RootCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Check configuration files.",
            discussion: """
                Without FILE, seqd checks the files that its commands read, and the environment. It \
                reports every fault, settings that exclude each other, and SoundFonts, racks, \
                tunings and folders that do not exist. The exit status is 0, or 65 if there are any.
                """
        )
    }

    @Argument(
        help: ArgumentHelp("Configuration file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var files: [String] = []

    func run() throws {
        var faults: [ConfigurationError] = []
        if files.isEmpty { faults = Self.faults(of: try UserConfiguration.readWithFaults()) }
        for path in files {
            let file = try UserConfiguration.file(path)
            faults += Self.faults(of: Configuration([file]) { _ in nil })
        }
        for fault in faults { Console.report(fault.description) }
        if !faults.isEmpty { throw CommandFailure.silent(.data) }
    }

    /// The faults of a configuration, also of values that no command accepts.
    static func faults(of configuration: Configuration) -> [ConfigurationError] {
        var faults = configuration.faults
        var faulty: Set<ConfigurationEntry> = []
        func add(_ entry: ConfigurationEntry, _ problem: String) {
            guard faulty.insert(entry).inserted else { return }
            let commands = entry.command.map { [$0] } ?? entry.key.commands
            faults.append(ConfigurationError(entry.place, problem, of: commands))
        }
        for entry in configuration.entries {
            // An option is the same in all commands but for its range.
            let commands = entry.command.map { [$0] } ?? entry.key.commands
            let problem = commands.lazy
                .compactMap { ConfiguredArguments<Root>.problem(of: entry, in: $0) }.first
            let rack = configuration.entries(of: commands[0]).first { $0.key.name == "rack" }
            if let problem = problem ?? ConfiguredFiles.problem(of: entry, rack: rack) {
                add(entry, problem)
            }
        }
        for command in ConfigurationKey.commands {
            let sound = configuration.entries(of: command).filter { !faulty.contains($0) }
            if let (entry, problem) = ConfiguredArguments<Root>.conflict(among: sound, in: command)
            {
                add(entry, problem)
            }
        }
        return faults
    }
}
