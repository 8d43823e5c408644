import ArgumentParser
import Configuration

/// `seqd config check`: faults in configuration files.
struct ConfigCheckCommand<Root: RootCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Check configuration files.",
            discussion: """
                Without FILE, seqd checks the files that its commands read, and the environment. It \
                reports every fault; the exit status is 0, or 65 if there are any. It does not check \
                whether SoundFonts and other files in the settings exist.
                """
        )
    }

    @Argument(
        help: ArgumentHelp("Configuration file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var files: [String] = []

    func run() throws {
        var faults: [String] = []
        if files.isEmpty {
            let configuration = try UserConfiguration.readWithFaults()
            faults = Self.faults(configuration.faults, configuration.entries)
        }
        for path in files {
            let file = try UserConfiguration.file(path)
            faults += Self.faults(file.faults, file.entries)
        }
        for fault in faults { Console.report(fault) }
        if !faults.isEmpty { throw CommandFailure.silent(.data) }
    }

    /// What is wrong, also with values that no command accepts.
    private static func faults(
        _ faults: [ConfigurationError],
        _ entries: [ConfigurationEntry]
    ) -> [String] {
        faults.map(\.description)
            + entries.compactMap { entry in
                // An option is the same in all commands but for its range.
                (entry.command.map { [$0] } ?? entry.key.commands).lazy
                    .compactMap { ConfiguredArguments<Root>.problem(of: entry, in: $0) }
                    .first.map { "\(entry.place): \($0)" }
            }
    }
}
