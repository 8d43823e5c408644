/// All settings that are in force: of files, and of the environment.
public struct Configuration: Sendable {
    /// The settings; later ones of the same key and command count more.
    public let entries: [ConfigurationEntry]

    /// Puts together what was given.
    ///
    /// - Parameters:
    ///   - files: The files, the one that counts least first.
    ///   - environment: The value of an environment variable; variables count more than files.
    /// - Throws: A variable that is neither yes nor no, where it has to be.
    public init(
        _ files: [ConfigurationFile],
        environment: (String) -> String?
    ) throws(ConfigurationError) {
        var entries = files.flatMap(\.entries)
        for key in ConfigurationKey.all where key.hasVariable {
            guard let value = environment(key.variable), !value.isEmpty else { continue }
            entries.append(try ConfigurationEntry(key, environment: value))
        }
        self.entries = entries
    }

    /// The settings of a command, one for each key, in the order of the keys: those given for the
    /// command alone count more than those for all, variables more than files, and later files
    /// more than earlier ones.
    ///
    /// - Parameter command: The command's name.
    /// - Returns: The settings.
    public func entries(of command: String) -> [ConfigurationEntry] {
        ConfigurationKey.all.filter { $0.commands.contains(command) }.compactMap { key in
            let given = entries.filter { $0.key == key }
            let entry =
                given.last { $0.isVariable } ?? given.last { $0.command == command }
                ?? given.last { $0.command == nil }
            return key.isSingle(in: command) ? entry?.withFirstValue : entry
        }
    }

    /// The settings of a command that its command line leaves open.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - arguments: Its arguments.
    /// - Returns: The settings that are to be put before the arguments.
    public func entries(of command: String, beside arguments: [String]) -> [ConfigurationEntry] {
        let given = Set(
            arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
                .map { String($0.prefix { $0 != "=" }) }
        )
        var entries = entries(of: command).filter { given.isDisjoint(with: $0.key.rivals) }
        // To the daemon its name is also that of its ports; its clients need no name with a socket.
        if command != "daemon", entries.contains(where: { $0.key.name == "socket" }) {
            entries.removeAll { $0.key.name == "name" }
        }
        return entries
    }
}
