import CommandSupport
import Configuration
import Platform
import SamplerHost

/// The configuration as this user has it: the files, and the environment.
enum UserConfiguration {
    /// The most bytes of a file: thousands of times what anybody would write.
    private static let largestFile = 1 << 20

    /// The paths of the files that are read, the one with the highest priority last.
    ///
    /// `$SEQD_CONFIG` names another file in their place; empty it means none.
    static var paths: [String] {
        if let path = Environment["SEQD_CONFIG"] { return path.isEmpty ? [] : [path] }
        return ["/etc/seqd/config.yaml"] + [userPath].compactMap(\.self)
    }

    /// The path of the user's own file; `nil` for a user without a home.
    static var userPath: String? { UserFolder.configuration.map { "\($0)/config.yaml" } }

    /// Reads what is in force for a command.
    ///
    /// - Parameter command: The command; `nil` for all of them.
    /// - Returns: The settings.
    /// - Throws: A file that cannot be read, or the first fault in what the command uses; a file that
    ///   is not there is none, unless `$SEQD_CONFIG` names it.
    static func read(for command: String?) throws(CommandFailure) -> Configuration {
        let configuration = try readWithFaults()
        let fault = configuration.faults.first { fault in
            command.map(fault.commands.contains) ?? true
        }
        guard let fault else { return configuration }
        throw CommandFailure(fault.isVariable ? .usage : .data, fault.description)
    }

    /// Reads what is in force, and all faults.
    ///
    /// - Throws: A file that cannot be read.
    static func readWithFaults() throws(CommandFailure) -> Configuration {
        var files: [ConfigurationFile] = []
        for path in paths where isWanted(path) { files.append(try file(path)) }
        return Configuration(files) { Environment[$0] }
    }

    private static func isWanted(_ path: String) -> Bool {
        Environment["SEQD_CONFIG"] != nil || FileStatus(path) != nil
    }

    /// Reads one file, and its faults.
    ///
    /// - Throws: A file that cannot be read, or is not text.
    static func file(_ path: String) throws(CommandFailure) -> ConfigurationFile {
        let bytes = try CommandFailure.catching { () throws(HostError) in
            try InputFile.read(path, limit: largestFile)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.data, "\(path): not UTF-8 text")
        }
        return ConfigurationFile(text, path: path, home: Environment["HOME"])
    }
}
