import ArgumentParser
import CommandSupport

/// The command whose subcommands have settings.
protocol RootCommand: ParsableCommand {
    /// The failure that an error of a command or of its command line stands for.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - arguments: The command line.
    /// - Returns: The failure; `nil` for the parser's help and completions.
    static func failure(_ error: any Error, _ arguments: [String]) -> CommandFailure?
}
