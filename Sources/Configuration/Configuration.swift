/// All settings that are in force: of files, and of the environment.
public struct Configuration: Sendable {
    /// The settings; later ones of the same key and command have priority.
    public let entries: [ConfigurationEntry]
    /// The faults, those of files first.
    public let faults: [ConfigurationError]

    /// Puts together what was given.
    ///
    /// - Parameters:
    ///   - files: The files, the one with the highest priority last.
    ///   - environment: The value of an environment variable; variables have priority over files.
    public init(_ files: [ConfigurationFile], environment: (String) -> String?) {
        var entries = files.flatMap(\.entries)
        var faults = files.flatMap(\.faults)
        for key in ConfigurationKey.all where key.hasVariable {
            guard let value = environment(key.variable), !value.isEmpty else { continue }
            do throws(ConfigurationError) {
                entries.append(try ConfigurationEntry(key, environment: value))
            } catch {
                faults.append(error)
            }
        }
        (self.entries, self.faults) = (entries, faults)
    }

    /// The settings of a command, one for each key, in the order of the keys: those given for the
    /// command alone have priority over those for all, variables over files, and later files over
    /// earlier ones.
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
