import ArgumentParser
import CommandSupport
import Platform

/// `seqd config path`: the files that are read.
struct ConfigPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the paths of the configuration files, the most important first.",
        discussion: "Files that do not exist are marked as missing."
    )

    func run() throws {
        let lines = UserConfiguration.paths.reversed().map { path in
            FileStatus(path) == nil ? "\(path) (missing)\n" : "\(path)\n"
        }
        try Console.write(lines.joined())
    }
}
