import ArgumentParser
import CommandSupport
import Configuration

/// `seqd config example`: a file with every setting.
struct ConfigExampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example",
        abstract: "Print a configuration file with every setting as a comment."
    )

    func run() throws {
        try Console.write(ConfigurationExample.text)
    }
}
