import ArgumentParser
import Configuration

/// `seqd config check`: faults in configuration files.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check configuration files.",
        discussion: """
            Without files, those that the commands read, and the environment. The exit status is \
            0, or 65 if there are faults. Whether the files that a setting names exist is not \
            checked.
            """
    )

    @Argument(
        help: ArgumentHelp("Configuration file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var files: [String] = []

    func run() throws {
        var entries: [ConfigurationEntry] = []
        if files.isEmpty {
            entries = try UserConfiguration.read().entries
        } else {
            for file in files { entries += try UserConfiguration.file(file).entries }
        }
        var isFaulty = false
        for entry in entries {
            let commands = entry.command.map { [$0] } ?? entry.key.commands
            // The same option is the same in all commands but for its range.
            for command in commands {
                guard let problem = ConfiguredArguments.problem(of: entry, in: command) else {
                    continue
                }
                Console.report("\(entry.place): \(problem)")
                isFaulty = true
                break
            }
        }
        if isFaulty { throw CommandFailure.silent(.data) }
    }
}
