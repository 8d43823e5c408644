import ArgumentParser
import CommandSupport
import Configuration
import ControlProtocol
import SamplerHost
import SeqdDaemon

/// The settings that name files and folders, read as the options of commands are.
struct ConfiguredFiles: ParsableArguments {
    @OptionGroup var sound: SoundOptions
    @OptionGroup var routing: RoutingOptions
    /// As the daemon has it.
    @Option var allowPath: [String] = []

    /// The first file of a setting that cannot be read.
    ///
    /// - Parameters:
    ///   - entry: The setting, whose value is one that its option takes.
    ///   - rack: The rack whose samplers routes may name.
    /// - Returns: The fault; `nil` where there is none, and for settings that name no files.
    static func problem(of entry: ConfigurationEntry, rack: ConfigurationEntry?) -> String? {
        do throws(CommandFailure) {
            switch entry.key.name {
            case "sf2": try files(entry)?.sound.checkFonts()
            case "tuning": try files(entry)?.sound.checkTuning()
            case "rack": try files(entry)?.checkRack()
            case "route":
                // A fault in the rack is not told again for each route.
                let isSound = rack.map { problem(of: $0, rack: nil) == nil } ?? true
                if isSound { try files(entry, rack)?.checkRack() }
            case "allow-path": try files(entry)?.checkFolders()
            default: break
            }
            return nil
        } catch {
            return error.description
        }
    }

    private static func files(
        _ entry: ConfigurationEntry,
        _ rack: ConfigurationEntry? = nil
    ) -> ConfiguredFiles? {
        try? parse((rack?.arguments ?? []) + entry.arguments)
    }

    private func checkRack() throws(CommandFailure) {
        try routing.checkFiles(sound)
    }

    private func checkFolders() throws(CommandFailure) {
        try CommandFailure.catching { () throws(RequestError) in
            _ = try PathPolicy(folders: allowPath)
        }
    }
}
