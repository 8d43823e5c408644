import ArgumentParser
import CommandSupport
import Configuration

/// A command line of `Root` with the settings of the configuration that it leaves open.
struct ConfiguredArguments<Root: RootCommand> {
    /// The arguments with the settings before those of the user.
    let all: [String]
    private let command: String
    private let rest: [String]
    private let entries: [ConfigurationEntry]

    /// Puts the settings into a command line; `nil` where none count: for other commands, and where
    /// it asks for help.
    ///
    /// - Parameter arguments: The command line.
    /// - Throws: A fault in the configuration.
    init?(_ arguments: [String]) throws(CommandFailure) {
        guard let command = arguments.first, ConfigurationKey.commands.contains(command),
            !arguments.prefix(while: { $0 != "--" }).contains(where: Self.asksForHelp)
        else { return nil }
        self.command = command
        rest = Array(arguments.dropFirst())
        entries = try Self.entries(of: command, beside: rest)
        all = [command] + entries.flatMap(\.arguments) + rest
    }

    /// The settings of a command that its command line leaves open.
    private static func entries(
        of command: String,
        beside rest: [String]
    ) throws(CommandFailure) -> [ConfigurationEntry] {
        // It reports faults, and has to work in spite of them.
        guard command == "doctor" else {
            return try UserConfiguration.read(for: command).entries(of: command, beside: rest)
        }
        var entries = try UserConfiguration.readWithFaults().entries(of: command, beside: rest)
        while let (entry, _) = conflict(among: entries, in: command, beside: rest) {
            entries.removeAll { $0 == entry }
        }
        return entries
    }

    private static func asksForHelp(_ argument: String) -> Bool {
        ["-h", "--help", "--version"].contains(argument) || argument.hasPrefix("--experimental-")
    }

    /// The error of a command line that cannot be read.
    ///
    /// - Parameter error: The parser's error for all of it.
    /// - Returns: Its error for the user's own part; the setting that is at fault; or the error.
    func culprit(of error: any Error) -> any Error {
        do {
            _ = try Root.parseAsRoot([command] + rest)
        } catch {
            return error
        }
        guard let (entry, problem) = Self.conflict(among: entries, in: command, beside: rest) else {
            return error
        }
        let status: ExitStatus = entry.isVariable ? .usage : .data
        return CommandFailure(status, "\(entry.place): \(problem)")
    }

    /// The first setting of a command that cannot be read, or not together with those before it.
    ///
    /// - Parameters:
    ///   - entries: The settings.
    ///   - command: The command.
    ///   - arguments: Its own arguments; `nil` for those that it needs.
    /// - Returns: The setting and the fault; `nil` where all can be read together.
    static func conflict(
        among entries: [ConfigurationEntry],
        in command: String,
        beside arguments: [String]? = nil
    ) -> (entry: ConfigurationEntry, problem: String)? {
        let rest = arguments ?? needed[command] ?? []
        func problem(of entries: ArraySlice<ConfigurationEntry>) -> String? {
            Self.problem([command] + entries.flatMap(\.arguments) + rest)
        }
        guard problem(of: entries[...]) != nil else { return nil }
        for index in entries.indices {
            if let problem = problem(of: entries[...index]) { return (entries[index], problem) }
        }
        return nil
    }

    /// The fault of a setting of a command; `nil` if it can be read.
    ///
    /// - Parameters:
    ///   - entry: The setting.
    ///   - command: The command.
    /// - Returns: The fault.
    static func problem(of entry: ConfigurationEntry, in command: String) -> String? {
        problem([command] + entry.arguments + (needed[command] ?? []))
    }

    /// The arguments that commands cannot do without.
    private static var needed: [String: [String]] {
        [
            "play": ["song.mid"], "render": ["song.mid"], "verify": ["song.mid"],
            "inspect": ["song.mid"], "check": ["song.mid"], "graph": ["song.mid"],
            "record": ["take.mid"], "peaks": ["song.mid"],
            "ctl": ["status"],
        ]
    }

    private static func problem(_ arguments: [String]) -> String? {
        do {
            _ = try Root.parseAsRoot(arguments)
            return nil
        } catch {
            let message = Root.failure(error, arguments)?.message ?? ""
            // The hint is about what was typed.
            let hint = " (see seqd \(arguments[0]) --help)"
            return message.hasSuffix(hint) ? String(message.dropLast(hint.count)) : message
        }
    }
}
