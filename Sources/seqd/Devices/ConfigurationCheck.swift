import CommandSupport
import Configuration
import Wording

/// The faults in configuration files and environment variables.
enum ConfigurationCheck<Root: RootCommand> {
    /// A result for each fault, or one for none.
    static var results: [DiagnosticResult] {
        let configuration: Configuration
        do throws(CommandFailure) {
            configuration = try UserConfiguration.readWithFaults()
        } catch {
            return [.problem("configuration", error.description, error.status)]
        }
        let faults = ConfigCheckCommand<Root>.faults(of: configuration)
        guard !faults.isEmpty else {
            let count = NumberText.count(configuration.entries.count, "setting")
            return [.ok("configuration", "\(count), no faults")]
        }
        return faults.map { fault in
            let commands = ConfigurationKey.commands.filter(fault.commands.contains)
            let names = commands.joined(separator: ", ")
            let advice =
                "correct it; until then \(names) \(commands.count == 1 ? "refuses" : "refuse") to run"
            guard fault.commands.contains("play") else {
                return .note("configuration", fault.description, advice: advice)
            }
            return .problem("configuration", fault.description, .data, advice: advice)
        }
    }
}
