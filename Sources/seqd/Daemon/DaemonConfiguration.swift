import ArgumentParser
import CommandSupport
import Configuration
import ControlProtocol
import Platform
import SeqdDaemon

/// The configuration of a daemon that runs.
enum DaemonConfiguration {
    /// Reads the configuration files again, beside the command line of this process.
    ///
    /// - Returns: The settings.
    /// - Throws: The fault of a setting, with its origin.
    static func reread() throws(RequestError) -> TransportSettings {
        do throws(CommandFailure) {
            // Behind `seqd daemon`.
            return try settings(beside: Array(ProcessArguments.all.dropFirst()))
        } catch {
            throw RequestError(error)
        }
    }

    /// Reads the configuration files beside a command line.
    private static func settings(
        beside arguments: [String]
    ) throws(CommandFailure) -> TransportSettings {
        let entries = try UserConfiguration.read(for: "daemon").entries(
            of: "daemon",
            beside: arguments
        )
        let command: DaemonCommand
        do {
            command = try DaemonCommand.parse(entries.flatMap(\.arguments) + arguments)
        } catch {
            // The first that cannot be read, or not together with those before it.
            let culprit = entries.indices.first { index in
                let given = entries[...index].flatMap(\.arguments)
                return (try? DaemonCommand.parse(given + arguments)) == nil
            }
            let place = culprit.map { "\(entries[$0].place): " } ?? ""
            throw CommandFailure(.data, place + DaemonCommand.message(for: error))
        }
        return try command.settings()
    }
}

extension RequestError {
    /// The error for a client of what would have ended the process.
    init(_ failure: CommandFailure) {
        self.init(number: Int(failure.status.rawValue), failure.description)
    }
}
