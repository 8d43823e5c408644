import ControlProtocol
import Logging
import SamplerHost

/// Changing the daemon's settings while everything sounds on.
extension Transport {
    /// Applies settings: all of them, or none.
    ///
    /// A value that a client has set stays if its setting has not changed.
    ///
    /// - Parameter new: The settings.
    /// - Returns: The names of those that have changed.
    /// - Throws: Status 64 for one that needs a restart; the reason why samplers for them cannot be
    ///   made.
    func apply(_ new: TransportSettings) async throws -> [String] {
        let difference = SettingsDifference(from: settings, to: new)
        guard difference.fixed.isEmpty else {
            let names = difference.fixed.joined(separator: ", ")
            throw RequestError(.usage, "\(names): cannot change without a restart")
        }
        guard new.sampler != settings.sampler else {
            applyRest(new)
            return difference.changed
        }
        return try await instruments.inTurn { [self] in
            // A client may load others at a position while samplers are made.
            let keepsFonts = {
                self.player.queue.loader.fonts.areNamedByClient
                    && new.sampler.fonts == self.settings.sampler.fonts
            }
            let changed = { (sampler: SamplerSettings) in
                var changed = new.sampler
                if keepsFonts() { changed.fonts = sampler.fonts }
                return changed
            }
            let present = player.queue.loader.fonts.instruments
            _ = try await instruments.useRack(
                present.choice,
                rest: changed(present.sampler),
                setsStrips: false,
                areFontsNamedByClient: keepsFonts
            ) {
                $0.sampler = changed($0.sampler)
            }
            applyRest(new)
            return difference.changed
        }
    }

    /// Sets the lowest level that is logged.
    func setLogLevel(_ level: LogLevel) {
        reporter.setLogLevel(Logger.Level(level))
    }

    /// Takes over what needs no other samplers.
    private func applyRest(_ new: TransportSettings) {
        if new.gain != settings.gain { mixer.setGain(new.gain) }
        if new.effects != settings.effects { mixer.setDefaultEffects(new.effects) }
        if new.live.connections != settings.live.connections {
            inputs.replaceRules(settings.live.connections, with: new.live.connections)
        }
        if new.controls != settings.controls {
            let added = new.controls.filter { !settings.controls.contains($0) }
            let others = controllers.entries.filter { entry in
                !settings.controls.contains(entry.map) || new.controls.contains(entry.map)
            }
            let faults = controllers.replace(
                with: others.map { ($0.map, $0.role) } + added.map { ($0, .admin) }
            )
            for fault in faults { reporter.report(fault, file: nil) }
        }
        if new.follow != settings.follow {
            do throws(RequestError) {
                try controls.follow(new.follow)
            } catch {
                reporter.report(error, file: nil)
            }
        }
        if new.logLevel != settings.logLevel { reporter.setLogLevel(new.logLevel) }
        settings = new
        updateOutput()
        run.report(.changed)
    }
}
